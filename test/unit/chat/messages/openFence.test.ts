import { strict as assert } from 'node:assert';
import { createFenceScanner, findOpenFence } from '../../../../src/chat/messages/openFence.ts';

describe('createFenceScanner', () => {
  it('returns the open code block after each of many pieces of a long line', () => {
    const scanner = createFenceScanner();
    scanner.push(`\`\`\`js\n${' '.repeat(1024 * 1024)}x`);
    for (let count = 0; count < 1_000; count += 1) {
      scanner.push('z');
      assert.equal(scanner.open()?.language, 'js');
    }
  });

  it('finds a fence with a long info text, whatever its division into pieces', () => {
    for (const [info, isOpen] of [
      [`js ${'x'.repeat(500)}`, true],
      [`js ${'x'.repeat(500)}\`${'x'.repeat(500)}`, false],
      [`js${' '.repeat(500)}`, true],
    ] as const) {
      for (const end of ['', '\n', '\ncode']) {
        const text = `\`\`\`${info}${end}`;
        assert.equal(findOpenFence(text)?.language, isOpen ? 'js' : undefined);
        const scanner = createFenceScanner();
        for (const character of text) scanner.push(character);
        assert.deepEqual(scanner.open(), findOpenFence(text));
      }
    }
  });

  it('does not close a code block at a fence that is followed by text after many spaces', () => {
    const text = `\`\`\`js\ncode\n\`\`\`${' '.repeat(500)}`;
    assert.equal(findOpenFence(text), undefined);
    assert.equal(findOpenFence(`${text}text`)?.language, 'js');
  });
});
