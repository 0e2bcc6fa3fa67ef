import { strict as assert } from 'node:assert';
import type { SessionView } from '../../../../src/common/protocol/sessionProtocol.ts';
import { createKnownSessions } from '../../../../src/webview/sessions/knownSessions.ts';

const session = (id: string, at: number): SessionView => ({ id, title: id, at, isPinned: false, cost: '' });

describe('createKnownSessions', () => {
  it('ignores a partial list that is shorter than the known list, but accepts a shorter complete list', () => {
    const known = createKnownSessions();
    assert.equal(known.isComplete(), false);
    known.take({
      type: 'didListSessions',
      sessions: [session('b', 2), session('a', 1)],
      isComplete: true,
      deleted: [],
    });
    known.take({ type: 'didListSessions', sessions: [session('b', 2)], isComplete: false, deleted: [] });
    assert.deepEqual([known.all().length, known.isComplete()], [2, true]);
    known.take({ type: 'didListSessions', sessions: [session('b', 2)], isComplete: true, deleted: [] });
    assert.equal(known.all().length, 1);
  });

  it('adds or updates a changed session and sorts the sessions by date, newest first', () => {
    const known = createKnownSessions();
    for (const each of [session('a', 1), session('b', 2), session('a', 3)])
      known.take({ type: 'didChangeSession', session: each });
    assert.deepEqual(
      known.all().map(({ id, at }) => `${id}${at}`),
      ['a3', 'b2'],
    );
  });

  it('removes a session, and ignores an unknown id', () => {
    const known = createKnownSessions();
    known.take({ type: 'didChangeSession', session: session('a', 1) });
    for (const id of ['b', 'a']) known.remove(id);
    assert.deepEqual(known.all(), []);
  });

  it('shows a removed session again that was restored or imported', () => {
    const known = createKnownSessions();
    const change = { type: 'didChangeSession', session: session('a', 1) } as const;
    const list = { type: 'didListSessions', sessions: [session('a', 1)], isComplete: true, deleted: [] } as const;
    for (const received of [change, list]) {
      known.take(received);
      known.remove('a');
      known.take(received);
      assert.deepEqual(known.all(), [session('a', 1)]);
    }
  });
});
