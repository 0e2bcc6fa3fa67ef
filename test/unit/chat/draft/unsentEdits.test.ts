import { strict as assert } from 'node:assert';
import { repetitiveTexts } from './repetitiveTexts.ts';
import { limitEdits, mergeEdits, withEdit, type UnsentEdit } from '../../../../src/chat/draft/unsentEdits.ts';

const edit = (questionId: string, text: string, sessionId = 's'): UnsentEdit => ({ sessionId, questionId, text });

describe('withEdit', () => {
  it('moves the edit that changed last to the end, and distinguishes questions of several sessions', () => {
    const edits = [edit('a', '1'), edit('b', '2'), edit('a', '3', 'other')];
    assert.deepEqual(withEdit(edits, edit('a', ''), '4'), [edits[1], edits[2], edit('a', '4')]);
  });

  it('removes an edit whose text is undefined', () => {
    assert.deepEqual(withEdit([edit('a', '1'), edit('b', '2')], edit('a', ''), undefined), [edit('b', '2')]);
  });
});

describe('limitEdits', () => {
  it('keeps the last 20 edits', () => {
    const edits = Array.from({ length: 21 }, (_, index) => edit(`${index}`, ''));
    assert.deepEqual(limitEdits(edits), edits.slice(1));
    assert.deepEqual(limitEdits(edits.slice(1)), edits.slice(1));
  });

  it('keeps the last edits with at most 1,048,576 characters together', () => {
    const half = 'x'.repeat(524_288);
    const edits = [edit('a', ''), edit('b', half), edit('c', half)];
    assert.equal(limitEdits(edits).length, 3);
    assert.deepEqual(limitEdits([edit('a', 'x'), ...edits.slice(1)]), edits.slice(1));
  });

  it('keeps the last edit, however long its text is', () => {
    const long = edit('b', 'x'.repeat(1_048_577));
    assert.deepEqual(limitEdits([edit('a', ''), long]), [long]);
    assert.deepEqual(limitEdits([]), []);
  });
});

describe('mergeEdits', () => {
  it('keeps the edits of both drafts, and both texts of a question that both drafts edit', () => {
    assert.deepEqual(
      mergeEdits([edit('a', '1'), edit('b', '2')], [edit('a', '3'), edit('b', '2'), edit('a', '4', 'other')]),
      { merged: [edit('a', '1\n\n3'), edit('b', '2'), edit('a', '4', 'other')], rest: [] },
    );
  });

  it('keeps only the longer text of a question if it contains the other text', () => {
    for (const [first, second] of [
      ['An edit, longer', 'edit'],
      ['edit', 'An edit, longer'],
    ] as const)
      assert.deepEqual(mergeEdits([edit('a', first)], [edit('a', second)]).merged, [edit('a', 'An edit, longer')]);
  });

  it('returns the edits for which there is no space as the rest', () => {
    const first = Array.from({ length: 19 }, (_, index) => edit(`${index}`, ''));
    const second = [edit('a', 'A'), edit('b', 'B'), edit('0', 'Zero')];
    assert.deepEqual(mergeEdits(first, second), {
      merged: [...first.slice(1), edit('a', 'A'), edit('0', 'Zero')],
      rest: [edit('b', 'B')],
    });
    const long = [edit('a', 'x'.repeat(1024 * 1024))];
    assert.deepEqual(mergeEdits(long, [edit('b', 'B')]), { merged: long, rest: [edit('b', 'B')] });
  });

  it('does not compare the texts of an edit that would exceed the limits if both texts were kept', () => {
    const long = [edit('a', 'x'.repeat(1024 * 1024 - 1)), edit('b', 'B')];
    const noSearch = () => assert.fail('Searched.');
    const rest = [edit('b', 'BB'), edit('a', 'x')];
    assert.deepEqual(mergeEdits(long, rest, noSearch), { merged: long, rest });
    assert.deepEqual(mergeEdits(long, [edit('b', 'B'), edit('a', long[0]?.text ?? '')], noSearch).rest, []);
  });

  it('keeps both of two long texts with repetitions', () => {
    const [whole, part] = repetitiveTexts(2 ** 17);
    assert.equal(mergeEdits([edit('a', whole)], [edit('a', part)]).merged[0]?.text, `${whole}\n\n${part}`);
  });
});
