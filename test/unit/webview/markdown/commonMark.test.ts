import assert from 'node:assert/strict';
import { tests as examples, text, type Example } from 'commonmark-spec';
import MarkdownIt from 'markdown-it';
import { assertSameInPieces, oneShot } from './streamMarkdown.ts';
import { normalizedHtml, viewToHtml } from './viewToHtml.ts';

/** Where the panel does not follow the specification, by number of the example. */
const deviations: Readonly<Record<number, string>> = {
  24: 'The language of a code block is shown as it was written.',
  34: 'The language of a code block is shown as it was written.',
  39: 'A line break from an entity is white space, on the screen as in HTML.',
  602: 'An address is a link without markup, too.',
  608: 'An address is a link without markup, too.',
  611: 'An address is a link without markup, too.',
};

describe('The CommonMark specification', () => {
  for (const [section, ofSection] of Map.groupBy(examples, (example) => example.section)) {
    it(`is shown the same in pieces as in one: ${section}`, () => {
      for (const example of ofSection) assertSameInPieces(markdown(example), `example ${example.number}`);
    });

    it(`is followed: ${section}`, () => {
      for (const example of ofSection) {
        const shown = viewToHtml(oneShot(markdown(example)));
        const expected = normalizedHtml(example.html.replaceAll('→', '\t'));
        const isFollowed = shown === expected;
        const deviation = deviations[example.number];
        if (deviation !== undefined)
          assert.ok(!isFollowed, `example ${example.number} is followed, though listed: ${deviation}`);
        else if (!hasRawHtml(markdown(example))) assert.equal(shown, expected, `example ${example.number}`);
      }
    });
  }

  it('is the same document in pieces as in one when all its examples follow each other', () => {
    assertSameInPieces(examples.map(markdown).join('\n\n'), 'all examples');
  });

  it('is the same document in pieces as in one with its own text', () => {
    assertSameInPieces(text.replaceAll('→', '\t'), 'the text');
  });
});

/** The panel shows raw HTML as text, so that the text within it is read as markdown. */
function hasRawHtml(source: string): boolean {
  const tokens = new MarkdownIt('commonmark').parse(source, {});
  return tokens.some(
    ({ type, children }) => type === 'html_block' || children?.some((child) => child.type === 'html_inline') === true,
  );
}

/** The specification writes tabs as arrows. */
function markdown(example: Example): string {
  return example.markdown.replaceAll('→', '\t');
}
