import assert from 'node:assert/strict';
import { createParser } from '../../../../src/webview/markdown/parser/parser.ts';
import { viewInSteps, type ReplyNodes } from '../../../../src/webview/markdown/viewInSteps.ts';
import { viewToText } from '../../../../src/webview/markdown/viewToText.ts';
import { markdownSamples } from './markdownSamples.ts';
import { oneShot, watchedParser } from './streamMarkdown.ts';

const parser = createParser();

describe('viewInSteps', () => {
  for (const [name, sample] of Object.entries(markdownSamples)) {
    it(`returns nodes with the same text as a text that is parsed at once: ${name}`, () => {
      const source = `${sample}\n\n`.repeat(Math.ceil(10_000 / sample.length));
      assert.deepEqual(textOf(run(viewInSteps(parser, source))), viewToText(oneShot(source)).split('\n'));
    });
  }

  it('resolves references to later definitions in long blocks', () => {
    const source = `${'- [a] and *b*\n'.repeat(2_000)}\n[a]: https://a.example\n`;
    assert.deepEqual(textOf(run(viewInSteps(parser, source))), viewToText(oneShot(source)).split('\n'));
  });

  it('does not parse the text after the formatting limit', () => {
    const source = `${'- **a**\n'.repeat(40_000)}**end**`;
    const { nodes, rest } = run(viewInSteps(parser, source));
    assert.equal(nodes.length, 1);
    assert.equal(viewToText(nodes).replaceAll(/^- a$/gm, '- **a**') + '\n' + rest, source);
    assert.match(rest, /^(?:- \*\*a\*\*\n){10000,}\*\*end\*\*$/);
  });

  it('parses at most 30,000 characters in each step', () => {
    const source = 'Some *words*, `code` and more.\n\n- one\n- two\n\n'.repeat(4_000);
    let parsed = 0;
    const steps = viewInSteps(
      watchedParser(({ length }) => (parsed += length)),
      source,
    );
    while (steps.next().done !== true) {
      assert.ok(parsed <= 30_000, `${parsed} characters`);
      parsed = 0;
    }
  });
});

function run(steps: Generator<void, ReplyNodes, void>): ReplyNodes {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function textOf({ nodes, rest }: ReplyNodes): readonly string[] {
  assert.equal(rest, '');
  return viewToText(nodes).split('\n');
}
