import assert from 'node:assert/strict';
import { tests as examples, text, type Example } from 'commonmark-spec';
import MarkdownIt from 'markdown-it';
import { assertSameInPieces, oneShot } from './streamMarkdown.ts';
import { normalizedHtml, viewToHtml } from './viewToHtml.ts';

/**
 * The examples of the specification without raw HTML, by number, for which `viewToHtml` and `normalizedHtml` return different HTML. Each
 * value is the cause of the difference.
 */
const deviations: Readonly<Record<number, string>> = {
  24: 'The language of a code block is shown as written.',
  34: 'The language of a code block is shown as written.',
  39: 'The panel follows the specification, but normalizedHtml replaces even line breaks from entities by <br />.',
  602: 'A bare URL becomes a link.',
  608: 'A bare URL becomes a link.',
  611: 'A bare URL becomes a link.',
};

describe('CommonMark', () => {
  for (const [section, ofSection] of Map.groupBy(examples, (example) => example.section)) {
    it(`renders streamed text like complete text: ${section}`, () => {
      for (const example of ofSection) assertSameInPieces(markdown(example), `example ${example.number}`);
    });

    it(`follows the specification, except for raw HTML, normalized differences and listed deviations: ${section}`, () => {
      for (const example of ofSection) {
        const shown = viewToHtml(oneShot(markdown(example)));
        const expected = normalizedHtml(example.html.replaceAll('→', '\t'));
        const isFollowed = shown === expected;
        const deviation = deviations[example.number];
        if (deviation !== undefined)
          assert.ok(!isFollowed, `example ${example.number} is listed as a deviation but passes: ${deviation}`);
        else if (!hasRawHtml(markdown(example))) assert.equal(shown, expected, `example ${example.number}`);
      }
    });
  }

  it('renders a streamed document of all examples like complete text', () => {
    assertSameInPieces(examples.map(markdown).join('\n\n'), 'all examples');
  });

  it('renders the streamed text of the specification like complete text', () => {
    assertSameInPieces(text.replaceAll('→', '\t'), 'the text');
  });
});

/**
 * Returns true if the source contains raw HTML. The panel shows raw HTML as text and parses markdown within the raw
 * HTML, so the HTML that the specification expects does not apply.
 */
function hasRawHtml(source: string): boolean {
  const tokens = new MarkdownIt('commonmark').parse(source, {});
  return tokens.some(
    ({ type, children }) => type === 'html_block' || children?.some((child) => child.type === 'html_inline') === true,
  );
}

/** Returns an example's markdown. Replaces arrows by tabs, because the specification shows tabs as arrows. */
function markdown(example: Example): string {
  return example.markdown.replaceAll('→', '\t');
}
