import { strict as assert } from 'node:assert';
import { createEditSync, type EditCopy } from '../../../src/webview/editSync.ts';

describe('createEditSync', () => {
  const create = () => {
    const posted: object[] = [];
    const answers: (() => void)[] = [];
    let copies: readonly EditCopy[] = [];
    const edits = createEditSync(
      async (request) => {
        posted.push(request);
        return new Promise<void>((resolve) => answers.push(resolve));
      },
      (next) => (copies = next),
    );
    /** Answers the oldest unanswered request. */
    const answer = async () => {
      answers.shift()?.();
      await new Promise(setImmediate);
    };
    return {
      posted,
      edits,
      answer,
      copied: () => copies.map(({ questionId, text }) => [questionId, text]),
      copies: () => copies,
    };
  };
  const setEdit = (sessionId: string, questionId: string, text?: string) => ({
    type: 'setEdit',
    sessionId,
    questionId,
    ...(text !== undefined && { text }),
  });

  it('posts only the last text of a question, and the texts of different questions in their order', () => {
    const { posted, edits } = create();
    edits.open('s');
    edits.change('a', 'B');
    edits.change('a', 'Be');
    edits.change('b', 'C');
    edits.flush();
    edits.flush();
    assert.deepEqual(posted, [setEdit('s', 'a', 'Be'), setEdit('s', 'b', 'C')]);
  });

  it('posts an urgent text and a cancelled edit at once, and drops the earlier texts of the same question', () => {
    const { posted, edits } = create();
    edits.open('s');
    edits.change('a', 'B');
    edits.change('a', 'Be', true);
    edits.change('a', 'Bet');
    edits.change('a', undefined);
    edits.flush();
    assert.deepEqual(posted, [setEdit('s', 'a', 'Be'), setEdit('s', 'a')]);
  });

  it('posts the scheduled text for its own session when another session is opened', () => {
    const { posted, edits } = create();
    edits.open('s');
    edits.change('a', 'B');
    assert.deepEqual(edits.open('t'), []);
    assert.deepEqual(posted, [setEdit('s', 'a', 'B')]);
  });

  it('returns the edits that the extension has not confirmed when the same session is opened again', async () => {
    const { edits, answer } = create();
    const open = () => edits.open('s', [{ questionId: 'a', text: 'saved' }]).map(({ text }) => text);
    assert.deepEqual(open(), []);
    edits.change('a', 'B');
    edits.flush();
    edits.change('b', 'C');
    assert.deepEqual(open(), ['B', 'C']);
    await answer();
    assert.deepEqual(open(), ['C']);
    await answer();
    assert.deepEqual(open(), []);
  });

  it('keeps a copy of an edit from its first change until the extension has answered the last post', async () => {
    const { edits, answer, copied } = create();
    edits.open('s');
    edits.change('a', 'B');
    assert.deepEqual(copied(), [['a', 'B']]);
    edits.flush();
    edits.change('a', 'Be');
    await answer();
    assert.deepEqual(copied(), [['a', 'Be']]);
    edits.flush();
    assert.deepEqual(copied(), [['a', 'Be']]);
    await answer();
    assert.deepEqual(copied(), []);
  });

  it('posts and returns a stored copy over each text that the extension may have', () => {
    const before = create();
    before.edits.open('s', [{ questionId: 'a', text: 'saved' }]);
    before.edits.change('a', 'saved, and');
    before.edits.flush();
    before.edits.change('a', 'saved, and more');
    for (const text of ['saved', 'saved, and']) {
      const { edits, posted } = create();
      const shown = edits.open('s', [{ questionId: 'a', text }], before.copies());
      assert.deepEqual(
        [shown.map((each) => each.text), posted],
        [['saved, and more'], [setEdit('s', 'a', 'saved, and more')]],
      );
    }
  });

  it('ignores a stored copy if the edit was changed, sent or cancelled elsewhere', async () => {
    const before = create();
    before.edits.open('s');
    before.edits.change('a', 'Be');
    before.edits.flush();
    await before.answer();
    before.edits.change('a', 'Bet');
    for (const saved of [[], [{ questionId: 'a', text: 'Other' }]]) {
      const { edits, posted } = create();
      assert.deepEqual([edits.open('s', saved, before.copies()), posted], [[], []]);
    }
    before.edits.flush();
    before.edits.replace({ questionId: 'a' });
    assert.deepEqual(before.copies(), []);
  });
});
