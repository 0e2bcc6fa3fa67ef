import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { attachmentLabel, type Attachment } from '../../../../src/chat/messages/attachment.ts';
import { composeContent, composeContinuation } from '../../../../src/chat/messages/composeContent.ts';
import { readQuestion } from '../../../standIn/readQuestion.ts';

const attachment: Attachment = {
  id: 'a',
  path: 'src/main.ts',
  startLine: 10,
  endLine: 24,
  languageId: 'typescript',
  code: 'x;\n',
};

describe('composeContent', () => {
  it('returns only the text if there are no attachments', () => {
    assert.equal(composeContent('What is this?', []), 'What is this?');
  });

  it('appends the path, the lines and the code of an attachment', () => {
    assert.equal(
      composeContent('Explain', [attachment]),
      'Explain\n\nsrc/main.ts, lines 10-24:\n\n```typescript\nx;\n```',
    );
  });

  it('gives the number of a single line, and accepts an empty text', () => {
    assert.equal(
      composeContent('', [{ ...attachment, endLine: 10, code: 'x', languageId: '' }]),
      'src/main.ts, line 10:\n\n```\nx\n```',
    );
  });

  it('labels an attachment without a path as pasted text', () => {
    assert.equal(
      composeContent('Why?', [{ ...attachment, path: '' }]),
      'Why?\n\nPasted text:\n\n```typescript\nx;\n```',
    );
  });

  it('appends all attachments in order', () => {
    const contents = composeContent('Compare', [attachment, { ...attachment, path: 'b.ts', code: 'y' }]);
    assert.deepEqual(
      readQuestion(contents).fences.map(({ code }) => code),
      ['x;', 'y'],
    );
  });

  it('uses a fence longer than any run of backticks in the code', () => {
    const pieces = fc.oneof(
      fc.string(),
      fc.integer({ min: 1, max: 7 }).map((length) => '`'.repeat(length)),
      fc.constant('\n'),
    );
    fc.assert(
      fc.property(fc.array(pieces, { size: 'large' }), (parts) => {
        const code = parts.join('');
        const lines = composeContent('', [{ ...attachment, code }]).split('\n');
        const fence = /^`+/.exec(lines[2] ?? '')?.[0] ?? '';
        assert.equal(lines.at(-1), fence);
        assert.equal(lines[2], `${fence}typescript`);
        const longest = code.match(/`+/g)?.reduce((most, run) => Math.max(most, run.length), 0) ?? 0;
        assert.ok(fence.length > longest);
        const inside = lines.slice(3, -1).join('\n');
        assert.equal(code.endsWith('\n') ? `${inside}\n` : inside, code);
      }),
      { seed: 1 },
    );
  });

  it('accepts code with 500,000 runs of backticks without overflowing the call stack', () => {
    assert.ok(composeContent('', [{ ...attachment, code: '` '.repeat(500_000) }]).startsWith('src/main.ts'));
  });
});

describe('composeContinuation', () => {
  it('quotes the end of the reply without splitting a character', () => {
    const content = composeContinuation(`${'👩'.repeat(1_000)}the end`);
    assert.ok(content.includes('the end\n```'));
    assert.ok(content.isWellFormed());
    assert.ok(content.length < 1_200);
  });

  it('quotes at most the last 400 characters', () => {
    const [exact, longer] = ['b'.repeat(400), `a${'b'.repeat(400)}`];
    const expected = [
      'Your last reply was cut off. It ended with:',
      `\`\`\`\n${exact}\n\`\`\``,
      'Go on exactly from there, without repeating any of it.',
    ].join('\n\n');
    assert.deepEqual([exact, longer].map(composeContinuation), [expected, expected]);
    assert.notEqual(composeContinuation(exact.slice(1)), expected);
  });

  it('quotes code literally', () => {
    const [fence] = readQuestion(composeContinuation('```ts\nconst half')).fences;
    assert.equal(fence?.code, '```ts\nconst half');
  });
});

describe('attachmentLabel', () => {
  it('returns the path with the range of lines, or with the number of a single line', () => {
    assert.equal(attachmentLabel(attachment), 'src/main.ts:10-24');
    assert.equal(attachmentLabel({ ...attachment, endLine: 10 }), 'src/main.ts:10');
  });
});
