import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nothingCut, splitText, type TextChunk } from '../../../../../src/webview/markdown/parser/textChunks.ts';

describe('splitText', () => {
  it('does not split a text of 2,048 characters', () => {
    const text = 'word '.repeat(500).slice(0, 2_048);
    assert.deepEqual(splitText(text, nothingCut), [{ text, isPlain: false }]);
  });

  it('ends a chunk after the first line break that follows 2,048 characters', () => {
    const text = `${'word '.repeat(450)}\n${'word '.repeat(450)}`;
    assert.deepEqual(lengths(text), [2_251, 2_250]);
  });

  it('ends a chunk before a word if there is no line break within 4,096 characters', () => {
    assert.deepEqual(lengths('word '.repeat(1_000)), [4_095, 905]);
  });

  it('does not split emphasis that crosses the maximum chunk length', () => {
    const text = `${'word '.repeat(816)}**bold words that go on for some time** and [a link](https://a.example) \`a b\` end`;
    const [first] = splitText(text, nothingCut);
    assert.equal(first!.text, 'word '.repeat(816));
  });

  it('returns the rest of the text as plain chunks if the next 4,096 characters cannot be split', () => {
    const chunks = splitText(`${'word '.repeat(450)}\n${'[a '.repeat(2_000)}`, nothingCut);
    assert.deepEqual(
      chunks.map(({ isPlain }) => isPlain),
      [false, true, true, true],
    );
    assert.ok(chunks.every(({ text }) => text.length <= 4_096));
  });

  it('ends a plain chunk after a line break, or after a space if there is no line break', () => {
    const plain = (text: string) => splitText(text, { ...nothingCut, isPlain: true }).map((chunk) => chunk.text.length);
    assert.deepEqual(plain(`${'[ '.repeat(700)}\n${'[ '.repeat(700)}`), [1_401, 1_400]);
    assert.deepEqual(plain('[a '.repeat(700)), [2_046, 54]);
  });

  it('does not split a surrogate pair', () => {
    for (const { text } of splitText(`a${'👍'.repeat(6_000)}`, nothingCut))
      assert.doesNotMatch(text, /[\ud800-\udbff]$/);
  });

  it('keeps the chunks before the last one when text is appended', () => {
    fc.assert(
      fc.property(longText(), fc.nat(10_000), (text, end) => {
        const chunks = splitText(text.slice(0, end), nothingCut).slice(0, -1);
        assert.deepEqual(splitText(text, nothingCut).slice(0, chunks.length), chunks);
      }),
    );
  });

  it('returns the same remaining chunks if the first chunks were cut from the text', () => {
    fc.assert(
      fc.property(longText(), fc.nat(5), (text, count) => {
        const all = splitText(text, nothingCut);
        const cut = all.slice(0, Math.min(count, all.length - 1));
        const rest = text.slice(joined(cut).length);
        const isPlain = all[cut.length]!.isPlain;
        assert.deepEqual(splitText(rest, { ...nothingCut, chunks: cut.length, isPlain }), all.slice(cut.length));
      }),
    );
  });

  it('returns chunks that together are the whole text', () => {
    fc.assert(fc.property(longText(), (text) => assert.equal(joined(splitText(text, nothingCut)), text)));
  });
});

function lengths(text: string): readonly number[] {
  return splitText(text, nothingCut).map((chunk) => chunk.text.length);
}

function joined(chunks: readonly TextChunk[]): string {
  return chunks.map(({ text }) => text).join('');
}

function longText(): fc.Arbitrary<string> {
  const part = fc.constantFrom('word ', 'line\n', '[a ', '**bold** ', '`code` ', 'long'.repeat(300), '$x$ ');
  const run = fc.tuple(part, fc.integer({ min: 1, max: 400 })).map(([text, count]) => text.repeat(count));
  return fc.array(run, { minLength: 1, maxLength: 12 }).map((runs) => runs.join('').slice(0, 10_000));
}
