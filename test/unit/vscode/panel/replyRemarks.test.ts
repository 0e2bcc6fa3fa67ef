import { strict as assert } from 'node:assert';
import { errorFromStatus, noChatEndpoint } from '../../../../src/api/errors.ts';
import type { Reply, ReplyEnding, ReplyProgress } from '../../../../src/chat/messages/message.ts';
import type { ActionId, ReplyState } from '../../../../src/common/protocol/conversationProtocol.ts';
import { noCost, type Cost } from '../../../../src/meter/cost.ts';
import { costSoFarFooter, remarksOnReply } from '../../../../src/vscode/panel/replyRemarks.ts';

const now = Date.UTC(2026, 0, 31);

function remarksOf(state: ReplyState, more: Partial<Reply> = {}) {
  const reply: Reply = { kind: 'reply', id: 'r', questionId: 'q', at: now, text: '', reasoning: '', state, ...more };
  return remarksOnReply(reply, now, 'last');
}

/** Returns the text and the button ids of an ended reply's notice, or undefined if the reply has no notice. */
function ended(text: string, ending: ReplyEnding): readonly [string, readonly ActionId[]] | undefined {
  const { notice } = remarksOf(ending.end, { text, ending });
  return notice && [notice.text, notice.actions.map(({ id }) => id)];
}

const cost = (high: number): Cost => ({
  low: 0,
  high,
  isReported: false,
  inputTokens: 1,
  cachedInputTokens: 0,
  outputTokens: 0,
});

describe('remarksOnReply for an ended reply', () => {
  it('returns no notice for a complete reply with text', () => {
    assert.equal(ended('All of it', { end: 'complete', charged: 'yes', finishReason: 'stop' }), undefined);
  });

  it('returns an empty activity', () => {
    const states = ['complete', 'stopped', 'incomplete', 'failed'] as const;
    assert.deepEqual(
      states.map((state) => remarksOf(state).activity),
      ['', '', '', ''],
    );
  });

  it('offers one Continue, which sends the last continuation again, if this continuation has no text', () => {
    const error = { name: 'APIConnectionError', detail: '', mayBeCharged: true };
    const resend = cost(5_000_000);
    const remarks = remarksOf('failed', {
      text: 'Half',
      isJoined: true,
      isEndMissing: true,
      ending: { end: 'failed', charged: 'maybe', error },
      nextCosts: { resend, continue: cost(7_000_000) },
    });
    assert.deepEqual(
      remarks.notice!.actions.filter(({ price }) => price !== undefined),
      [{ id: 'resend', label: 'Continue', price: '≈$0–0.0050 + reply' }],
    );
  });

  it('offers Resend if the request may have been charged, else Retry', () => {
    assert.deepEqual(ended('', { end: 'stopped', charged: 'no' }), [
      'You stopped before the reply began. Nothing was charged.',
      ['retry'],
    ]);
    assert.deepEqual(ended('', { end: 'stopped', charged: 'maybe' }), [
      'You stopped before the reply began. The request may have been charged.',
      ['resend'],
    ]);
    assert.deepEqual(ended('Half', { end: 'stopped', charged: 'yes' }), [
      'You stopped this reply.',
      ['continue', 'resend'],
    ]);
    assert.deepEqual(ended('', { end: 'incomplete', charged: 'no' }), [
      'No reply was received. Nothing was charged.',
      ['retry', 'checkConnection'],
    ]);
    assert.deepEqual(ended('', { end: 'incomplete', charged: 'maybe', unreadBytes: 9 }), [
      'What was received couldn’t be read. The request may have been charged.',
      ['resend', 'checkConnection'],
    ]);
    assert.deepEqual(ended('', { end: 'incomplete', charged: 'maybe' }), [
      'No reply was received. The request may have been charged.',
      ['resend', 'checkConnection'],
    ]);
    assert.deepEqual(ended('Half', { end: 'incomplete', charged: 'yes' }), [
      'The reply was cut off. What was received is kept.',
      ['continue', 'resend', 'checkConnection'],
    ]);
  });

  it('does not suggest a connection problem if VS Code was closed while the reply was running', () => {
    const interrupted = (text: string, charged: ReplyEnding['charged']) =>
      ended(text, { end: 'incomplete', charged, isInterrupted: true });
    const sentence = 'VS Code was closed, reloaded or restarted while this reply was running.';
    assert.deepEqual(interrupted('', 'no'), [`${sentence} Nothing was received. Nothing was charged.`, ['retry']]);
    assert.deepEqual(interrupted('', 'maybe'), [
      `${sentence} Nothing was received, but the request may have been charged.`,
      ['resend'],
    ]);
    assert.deepEqual(interrupted('Half', 'yes'), [`${sentence} What was received is kept.`, ['continue', 'resend']]);
    const ending: ReplyEnding = { end: 'incomplete', charged: 'yes', isInterrupted: true, notices: ['plainText'] };
    assert.match(ended('Half', ending)![0], /^VS Code was closed/);
    assert.equal(
      remarksOf('incomplete', { reasoning: 'Hm.', ending: { ...ending, notices: [] } }).notice?.text,
      `${sentence} Only reasoning was received.`,
    );
  });

  it('does not say that VS Code was closed if an imported reply has no end', () => {
    const ending: ReplyEnding = { end: 'incomplete', charged: 'yes', isInterrupted: true };
    const { notice } = remarksOf('incomplete', { text: 'Half', isImported: true, ending });
    assert.equal(notice?.text, 'The reply was cut off. What was received is kept.');
    assert.deepEqual(
      notice.actions.map(({ id }) => id),
      ['continue', 'resend'],
    );
  });

  it('says that only reasoning was received before a cut', () => {
    const ending: ReplyEnding = { end: 'incomplete', charged: 'yes' };
    assert.equal(
      remarksOf('incomplete', { reasoning: 'Hm.', ending }).notice?.text,
      'Only reasoning was received before the reply was cut off.',
    );
    const error = { name: 'StreamError', detail: '', mayBeCharged: true };
    const { notice } = remarksOf('failed', { reasoning: 'Hm.', ending: { end: 'failed', charged: 'yes', error } });
    assert.match(notice?.text ?? '', /What was received is kept, and may have been charged\.$/);
    assert.deepEqual(
      notice?.actions.map(({ id }) => id),
      ['resend', 'showDetails'],
    );
  });

  it('offers Resend for an incomplete reply without an ending', () => {
    const { notice } = remarksOf('incomplete');
    assert.equal(notice?.text, 'No reply was received. The request may have been charged.');
    assert.deepEqual(
      notice.actions.map(({ id }) => id),
      ['resend', 'checkConnection'],
    );
  });

  it('offers Continue only if the reply has text', () => {
    const sentence = 'The reply reached the service’s length limit.';
    assert.deepEqual(ended('Half', { end: 'complete', charged: 'yes', finishReason: 'length' }), [
      sentence,
      ['continue'],
    ]);
    assert.deepEqual(ended('', { end: 'complete', charged: 'yes', finishReason: 'length' }), [sentence, ['resend']]);
  });

  it('marks only the notice of a failed reply as an error', () => {
    const states = ['stopped', 'incomplete', 'failed'] as const;
    assert.deepEqual(
      states.map((state) => remarksOf(state).notice?.severity),
      ['info', 'info', 'error'],
    );
  });

  it('separates the sentences of a notice with spaces', () => {
    assert.deepEqual(ended('Half', { end: 'stopped', charged: 'yes', notices: ['malformedEvents', 'toolCalls'] }), [
      'You stopped this reply. A part of the reply couldn’t be read and is missing. The model requested tools, but this chat has no tools.',
      ['continue', 'resend'],
    ]);
  });

  it('says that the service’s content filter ended a reply', () => {
    assert.deepEqual(ended('Half', { end: 'complete', charged: 'yes', finishReason: 'content_filter' }), [
      'The service’s content filter ended this reply.',
      [],
    ]);
  });

  it('says that a complete reply is empty, unless another sentence explains the missing text', () => {
    assert.deepEqual(ended('', { end: 'complete', charged: 'yes' }), ['The reply is empty.', ['resend']]);
    assert.deepEqual(ended('', { end: 'complete', charged: 'yes', notices: ['refusal'] }), [
      'The model refused to answer.',
      [],
    ]);
  });

  it('does not say that a plain-text reply broke off', () => {
    assert.deepEqual(ended('Words', { end: 'incomplete', charged: 'yes', notices: ['plainText'] }), [
      'The reply was received as plain text. It may be incomplete.',
      ['continue', 'resend'],
    ]);
  });

  it('shows the range of the price of the request, without its reply, on each button that sends a request', () => {
    const nextCosts = { resend: cost(1_200_000), continue: cost(900_000) };
    const { notice } = remarksOf('stopped', { text: 'Half', ending: { end: 'stopped', charged: 'yes' }, nextCosts });
    assert.deepEqual(notice?.actions, [
      { id: 'continue', label: 'Continue', price: '≈$0–0.0009 + reply' },
      { id: 'resend', label: 'Resend', price: '≈$0–0.0012 + reply' },
    ]);
  });

  it('labels the buttons of a failed reply with their actions', () => {
    const labels = [300, 401, 402, 403, 404, 407, 413].flatMap((status) => {
      const code = status === 404 ? noChatEndpoint : undefined;
      const error = errorFromStatus({ detail: '', status, code });
      const ending: ReplyEnding = { end: 'failed', charged: 'no', error };
      return remarksOf('failed', { ending }).notice?.actions.map(({ id, label }) => [id, label] as const) ?? [];
    });
    assert.deepEqual(Object.fromEntries(labels), {
      changeBaseUrl: 'Change base URL',
      retry: 'Retry',
      showDetails: 'Show details',
      setApiKey: 'Set API key',
      openAccount: 'Open account page',
      checkConnection: 'Check connection',
      openProxySettings: 'Open proxy settings',
      copyToNewSession: 'Copy to new session',
    });
  });

  it('shows no price on a button that sends no request', () => {
    const error = { name: 'AuthenticationError', detail: '', mayBeCharged: false };
    const nextCosts = { resend: cost(1_200_000), continue: cost(900_000) };
    const { notice } = remarksOf('failed', { ending: { end: 'failed', charged: 'no', error }, nextCosts });
    assert.deepEqual(
      notice?.actions.map(({ id, price }) => [id, price]),
      [
        ['setApiKey', undefined],
        ['retry', '≈$0–0.0012 + reply'],
        ['showDetails', undefined],
      ],
    );
  });

  it('returns the price of a retry once the price is known', () => {
    assert.equal(remarksOf('complete', { text: 'All' }).retryPrice, undefined);
    assert.equal(
      remarksOf('complete', { text: 'All', nextCosts: { resend: cost(1_200_000), continue: cost(1) } }).retryPrice,
      '≈$0–0.0012 + reply',
    );
  });

  it('shows the error, the notices and the details of a failed reply', () => {
    const error = { name: 'StreamError', detail: 'Overloaded.', mayBeCharged: true };
    const { notice } = remarksOf('failed', {
      text: 'Half',
      ending: { end: 'failed', charged: 'yes', error, notices: ['malformedEvents'] },
    });
    assert.equal(notice?.severity, 'error');
    assert.match(
      notice.text,
      /Message from the service: Overloaded\. A part of the reply couldn’t be read and is missing\.$/,
    );
    assert.deepEqual(
      notice.actions.map(({ id }) => id),
      ['continue', 'resend', 'showDetails'],
    );
    assert.match(notice.details ?? '', /^Error: StreamError\n/);
    assert.match(remarksOf('failed').notice?.details ?? '', /^Error: APIError\n/, 'without an ending');
  });
});

describe('The footer of remarksOnReply', () => {
  const footerOf = (more: Partial<Cost>, elapsed?: number, isCarried = false) => {
    const ending: ReplyEnding = { end: 'complete', charged: 'yes', ...(elapsed === undefined ? {} : { elapsed }) };
    return remarksOf('complete', {
      text: 'A',
      ending,
      isCarried,
      cost: { ...cost(5_000_000), ...more, inputTokens: 500, outputTokens: 320 },
    }).footer;
  };

  it('shows cost, tokens and duration', () => {
    const reported = { low: 5_000_000, isReported: true };
    // The no-break spaces prevent line breaks before the separator `·` and within a duration.
    assert.equal(footerOf(reported, 12_400), '$0.0050\u00a0· 500 tokens in\u00a0· 320 out\u00a0· 12\u00a0s');
    assert.equal(
      footerOf({ ...reported, cachedInputTokens: 300 }, 940),
      '$0.0050\u00a0· 500 tokens in (300 cached)\u00a0· 320 out\u00a0· 0.9\u00a0s',
    );
    assert.match(footerOf({}, 5_000), /· 5\.0\u00a0s$/);
    assert.match(footerOf({}, 10_000), /· 10\u00a0s$/);
    assert.match(footerOf({}, 90_000), /· 1\u00a0min\u00a030\u00a0s$/);
    assert.match(footerOf({}, 59_499), /· 59\u00a0s$/);
    assert.match(footerOf({}, 59_500), /· 1\u00a0min\u00a00\u00a0s$/);
    assert.equal(
      footerOf({}, 119_700),
      '≈$0–0.0050\u00a0· ≈500 tokens in\u00a0· ≈320 out\u00a0· 2\u00a0min\u00a00\u00a0s',
    );
  });

  it('shows the estimated output of a reply that is not complete as a maximum', () => {
    const figures = { ...cost(5_000_000), inputTokens: 500, outputTokens: 50 };
    const footerWith = (end: ReplyEnding['end'], parts: Partial<Reply> = { text: 'A' }) =>
      remarksOf(end, { ...parts, ending: { end, charged: 'maybe' }, cost: figures }).footer;
    for (const end of ['stopped', 'incomplete', 'failed'] as const) {
      assert.match(footerWith(end), /at most 50 out$/);
      assert.match(footerWith(end, {}), /at most 50 out$/);
    }
    assert.match(footerWith('complete'), /≈50 out$/);
    assert.match(footerWith('complete', { text: 'A', isJoined: true }), /at most 50 out$/);
  });

  it('omits an unknown duration', () => {
    assert.equal(footerOf({ low: 5_000_000, isReported: true }), '$0.0050\u00a0· 500 tokens in\u00a0· 320 out');
  });

  it('shows no cost for a reply that was carried over from another session', () => {
    assert.equal(footerOf({}, 12_000, true), 'Carried over');
    assert.equal(remarksOf('complete', { isCarried: true, cost: cost(5_000_000) }).cost, undefined);
  });

  it('shows an exact cost of 0 with the tokens if the prices are 0', () => {
    const tokens = '500 tokens in\u00a0· 320 out\u00a0· 12\u00a0s';
    assert.equal(footerOf({ high: 0, isReported: true }, 12_000), `$0\u00a0· ${tokens}`);
    assert.match(footerOf({ high: 0 }), /^\$0\u00a0· ≈500 tokens in/);
    const costSoFar = { ...cost(0), outputTokens: 240 };
    assert.equal(costSoFarFooter(costSoFar), '$0 so far\u00a0· ≈240 tokens out');
    assert.equal(remarksOf('complete', { text: 'A', nextCosts: { resend: cost(0) } }).retryPrice, '$0 + reply');
  });

  it('shows no cost, and offers no explanation of the cost, if the request was not charged', () => {
    const free = remarksOf('complete', { text: 'A', cost: noCost });
    assert.deepEqual([free.footer, free.cost], ['', undefined]);
    assert.equal(remarksOf('complete', { text: 'A', cost: cost(1) }).cost, '<$0.0001');
  });

  it('shows the cost so far until the final cost is known', () => {
    const costSoFar = { ...cost(1_900_000), low: 1_200_000, outputTokens: 240 };
    const soFar = '≈$0.0012–0.0019 so far\u00a0· ≈240 tokens out';
    assert.equal(remarksOf('streaming').footer, '');
    assert.equal(remarksOf('streaming', { text: 'A', costSoFar }).footer, soFar);
    const ended = { text: 'A', ending: { end: 'complete', charged: 'yes' }, costSoFar } as const;
    assert.deepEqual([remarksOf('complete', ended).footer, remarksOf('complete', ended).cost], [soFar, undefined]);
    const booked = remarksOf('complete', { ...ended, cost: { ...costSoFar, inputTokens: 500 } });
    assert.deepEqual(
      [booked.footer, booked.cost],
      ['≈$0.0012–0.0019\u00a0· ≈500 tokens in\u00a0· ≈240 out', '≈$0.0012–0.0019'],
    );
    assert.equal(costSoFarFooter(noCost), '');
  });
});

describe('remarksOnReply for a running reply', () => {
  const waiting = (state: ReplyState, progress?: ReplyProgress) => {
    const { activity, notice } = remarksOf(state, { progress });
    return [
      activity,
      notice?.severity,
      notice?.text,
      notice?.clock,
      notice?.actions.map(({ id, label }) => [id, label]),
    ];
  };

  it('shows the current activity', () => {
    const noNotice = [undefined, undefined, undefined, undefined];
    assert.deepEqual(waiting('pending'), ['Connecting…', ...noNotice]);
    assert.deepEqual(waiting('connecting', { kind: 'connecting' }), ['Connecting…', ...noNotice]);
    assert.deepEqual(waiting('connecting', { kind: 'waiting' }), ['Waiting for the reply…', ...noNotice]);
    assert.deepEqual(waiting('streaming'), ['Thinking…', ...noNotice]);
  });

  it('counts the seconds of silence, and offers to wait or stop', () => {
    assert.deepEqual(waiting('connecting', { kind: 'quiet', since: now - 40_000 }), [
      'Waiting for the reply…',
      'info',
      'The service has sent nothing for {0} s.',
      { counts: 'up', seconds: 40 },
      [
        ['keepWaiting', 'Keep waiting'],
        ['stop', 'Stop'],
      ],
    ]);
  });

  it('counts down to the next attempt, and says why the request is repeated', () => {
    const repeating = (name: string, at: number) =>
      waiting('connecting', { kind: 'repeating', error: { name, detail: '' }, at });
    assert.deepEqual(repeating('RateLimitError', now + 2_100), [
      'Waiting to try again…',
      'info',
      'The service is busy. Your message is sent again in {0} s.',
      { counts: 'down', seconds: 3 },
      [
        ['sendNow', 'Send now'],
        ['stop', 'Stop'],
      ],
    ]);
    const [, , text, clock] = repeating('APIConnectionError', now - 5);
    assert.equal(text, 'The service couldn’t be reached. Trying again in {0} s.');
    assert.deepEqual(clock, { counts: 'down', seconds: 0 });
  });
});
