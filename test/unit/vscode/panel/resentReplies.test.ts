import { strict as assert } from 'node:assert';
import type { Reply } from '../../../../src/chat/messages/message.ts';
import { remarksOnReply, type ReplyPlace } from '../../../../src/vscode/panel/replyRemarks.ts';

const now = Date.UTC(2026, 10, 21, 12);

describe('remarksOnReply for a reply whose question was sent again', () => {
  it('offers only details, no retry, and reports no error, if the question was sent again; offers no Continue if a question follows', () => {
    const reply = { kind: 'reply', id: 'r', questionId: 'q', at: now, reasoning: '', state: 'stopped' } as const;
    const half: Reply = { ...reply, text: 'Half', ending: { end: 'stopped', charged: 'yes' } };
    const actions = (place: ReplyPlace) => remarksOnReply(half, now, place).notice!.actions.map(({ id }) => id);
    const failed: Reply = { ...half, state: 'failed', ending: { end: 'failed', charged: 'maybe' } };
    assert.equal(remarksOnReply(failed, now, 'last').notice!.severity, 'error');
    assert.equal(remarksOnReply(failed, now, 'resent').notice!.severity, 'info');
    assert.deepEqual(actions('last'), ['continue', 'resend']);
    assert.deepEqual(actions('earlier'), ['resend']);
    assert.deepEqual(actions('resent'), []);
    const error = { name: 'APIConnectionError', detail: 'ECONNRESET', mayBeCharged: true };
    const refused: Reply = { ...failed, ending: { end: 'failed', charged: 'maybe', error } };
    const { isResent, notice } = remarksOnReply(refused, now, 'resent');
    assert.deepEqual(
      [isResent, notice!.text, notice!.actions.map(({ id }) => id)],
      [true, 'This attempt failed. It may have been charged.', ['showDetails']],
    );
    assert.ok(notice!.details!.startsWith(remarksOnReply(refused, now, 'last').notice!.text));
  });
});
