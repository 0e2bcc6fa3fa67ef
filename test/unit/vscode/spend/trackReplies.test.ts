import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import type { WorkspaceChatEvent } from '../../../../src/chat/conversation/conversationEvent.ts';
import type { Reply } from '../../../../src/chat/messages/message.ts';
import { noCost } from '../../../../src/meter/cost.ts';
import type { RunningRequest } from '../../../../src/meter/ledger/ledger.ts';
import { trackReplies } from '../../../../src/vscode/spend/trackReplies.ts';
import { neverCalled } from '../../neverCalled.ts';

describe('trackReplies', () => {
  const running: Reply = {
    kind: 'reply',
    id: 'r',
    questionId: 'q',
    at: 0,
    text: '',
    reasoning: '',
    state: 'streaming',
  };
  const booked: Reply = { ...running, state: 'complete', cost: noCost };

  /**
   * Returns the sessions whose spend was noted, the requests that the status bar follows, and what was said about the
   * balance.
   */
  function track(...events: readonly WorkspaceChatEvent[]) {
    const noted: string[] = [];
    const followed: RunningRequest[] = [];
    const told: string[] = [];
    const changed = new vscode.EventEmitter<WorkspaceChatEvent>();
    const statusBar = { update: () => undefined, follow: (request: RunningRequest) => void followed.push(request) };
    trackReplies(
      {
        statusBar,
        balance: {
          noteRefused: async (at) => Promise.resolve(void told.push(`refused ${at}`)),
          noteCharged: async () => Promise.resolve(void told.push('charged')),
        },
        errors: { reportSaveError: (error) => neverCalled(String(error)) },
        sessionId: { get: () => 'shown' },
        guard: { noteSpent: (sessionId) => void noted.push(sessionId) },
      },
      changed.event,
    );
    for (const event of events) changed.fire(event);
    return { noted, followed, told };
  }

  const sessionsNoted = (...events: readonly WorkspaceChatEvent[]) => track(...events).noted;

  it('notes the spend once when a reply is booked', () => {
    const [runs, ends] = [running, booked].map((reply) => ({ type: 'replyChanged', reply }) as const);
    assert.deepEqual(sessionsNoted(runs!, ends!, ends!), ['shown']);
    assert.deepEqual(sessionsNoted({ type: 'backgroundEnded', sessionId: 'other', reply: booked }), ['other']);
  });

  it('does not note the spend for a reply that was already booked when its session was opened', () => {
    assert.deepEqual(sessionsNoted({ type: 'replyChanged', reply: booked }), []);
  });

  it('tells the balance of requests that were refused because of it, or charged', () => {
    const ended = (charged: 'yes' | 'no', name?: string): WorkspaceChatEvent => ({
      type: 'backgroundEnded',
      sessionId: 'other',
      reply: {
        ...booked,
        ending: {
          end: 'complete',
          charged,
          notices: [],
          ...(name !== undefined && { error: { name, message: '' } }),
        } as never,
      },
    });
    assert.deepEqual(track(ended('no', 'InsufficientBalanceError'), ended('no', 'RateLimitError'), ended('yes')).told, [
      `refused ${booked.at}`,
      'charged',
    ]);
  });

  it('shows the cost so far of the replies of all sessions in the status bar', () => {
    const { followed } = track(
      { type: 'costSoFarChanged', replyId: 'shown', cost: noCost },
      { type: 'backgroundCostChanged', replyId: 'background', cost: noCost },
    );
    assert.deepEqual(
      followed.map(({ id }) => id),
      ['shown', 'background'],
    );
  });
});
