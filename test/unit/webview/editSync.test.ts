import { strict as assert } from 'node:assert';
import { createEditSync } from '../../../src/webview/editSync.ts';

describe('createEditSync', () => {
  const create = () => {
    const posted: object[] = [];
    return { posted, edits: createEditSync((message) => posted.push(message)) };
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
    assert.equal(edits.open('t'), undefined);
    assert.deepEqual(posted, [setEdit('s', 'a', 'B')]);
  });

  it('returns the scheduled text when the same session is opened again', () => {
    const { edits } = create();
    edits.open('s');
    edits.change('a', 'B');
    assert.deepEqual(edits.open('s'), { questionId: 'a', text: 'B' });
    assert.equal(edits.open('s'), undefined);
  });
});
