import type {
  DidAppendText,
  DidChangeReply,
  DidLoadSession,
  MessageView,
  NoticeView,
  QueuedMessageView,
  ReplyPart,
  ReplyView,
  ToWebviewMessage,
} from '../../src/common/protocol.ts';
import type { PanelPage } from './panelHarness.ts';
import { rightToLeftState } from './rightToLeftState.ts';
import { sessionStates, showSessionState } from './sessionStates.ts';

/** What the extension would have told the panel, for each state worth looking at. */
export const panelStates: Readonly<Record<string, readonly ToWebviewMessage[]>> = {
  'first-run-ready': [session({})],
  'first-run-without-key': [session({ setup: { ready: false, sentence: 'To begin, enter your API key for https://api.example.com.' } })],
  waiting: [session({ messages: [question(), reply({ state: 'connecting', activity: 'Waiting for the reply…' })] })],
  'connecting-again': [session({ messages: [question(), reply({ state: 'connecting', activity: 'No connection. Connecting again (2 of 3)…' })] })],
  countdown: [session({ messages: [question(), reply({ state: 'connecting', notice: busy() })] })],
  quiet: [
    session({
      messages: [question(), reply({ state: 'streaming', text: 'It groups the items by a key and', notice: quiet() })],
      draft: { text: 'And a test for it, please.', attachments: [] },
    }),
  ],
  'code-in-notebook': [
    session({ messages: [question(), reply({ text: 'Like this:\n\n```ts\nconst sum = (a: number) => a;\n```\n\n```a-language-of-a-very-long-name\nx\n```' })] }),
    {
      type: 'didChangeEditor',
      insert: { isPossible: true, hint: 'Replaces the selection in total.ts.' },
      apply: { isPossible: false, hint: 'Not possible in a notebook.' },
    },
  ],
  'reasoning-only': [session({ messages: [question(), reply({ state: 'streaming', activity: 'Thinking…', reasoning: reasoningText() })] })],
  'reasoning-closed': [session({ messages: [question(), reply({ text: 'It groups the items by a key.', reasoning: reasoningText(), footer: '$0.0021 · 80 tokens in, 230 out' })] })],
  'reasoning-open': [session({ messages: [question(), reply({ text: 'It groups the items by a key.', reasoning: reasoningText(), footer: '$0.0021 · 80 tokens in, 230 out' })] })],
  streaming: [
    session({ messages: [question(), reply({ state: 'streaming' })] }),
    { type: 'didAppendText', responseId: 'r1', part: 'text', text: streamingText() },
  ],
  long: [session({ messages: [question(), reply({ text: longText(), footer: '$0.0050 · 1,000 tokens in (600 cached), 500 out' })] })],
  math: [session({ messages: [question(), reply({ text: mathText(), footer: '$0.0009 · 80 tokens in, 110 out' })] })],
  error: [
    session({
      messages: [
        question(),
        reply({
          state: 'failed',
          notice: {
            severity: 'error',
            text: 'The service did not accept the API key (401). Check that it is the right one, or set it again.',
            actions: [
              { id: 'setApiKey', label: 'Set API key' },
              { id: 'retry', label: 'Retry' },
            ],
          },
        }),
      ],
      setup: { ready: false, sentence: 'Your key was entered for https://a.example. Set it for https://b.example before it goes there.' },
    }),
  ],
  'failed-with-details': [session({ messages: [question(), reply({ state: 'failed', notice: refused() })] })],
  resend: [session({ messages: [question(), reply({ state: 'failed', footer: '≈$0.0003 · ≈ 120 tokens in, 0 out', notice: unanswered() })] })],
  'resend-while-another-runs': [
    session({
      messages: [question(), reply({ id: 'r0', state: 'failed', notice: unanswered() }), question(), reply({ state: 'streaming', text: 'It groups' })],
    }),
  ],
  'queued-while-running': [
    session({
      messages: [question(), reply({ state: 'streaming', text: 'It groups the items by a key and' })],
      queue: queue(),
      draft: { text: 'One more thing', attachments: [] },
    }),
  ],
  'queued-while-idle': [
    session({
      messages: [question(), reply({ state: 'stopped', text: 'It groups the items', notice: { severity: 'info', text: 'You stopped this reply.', actions: [{ id: 'continue', label: 'Continue', price: '≈$0.0009' }] } })],
      queue: queue(),
    }),
  ],
  stopped: [
    session({
      messages: [
        question(),
        reply({
          state: 'stopped',
          text: 'A promise settles once. An observable',
          footer: '≈$0.0004 – $0.0007 · ≈ 120 tokens in, 9 out',
          notice: { severity: 'info', text: 'You stopped this reply.', actions: [{ id: 'continue', label: 'Continue' }] },
        }),
      ],
    }),
  ],
  editing: [
    session({ messages: conversation() }),
    { type: 'didChangeEditEstimate', questionId: 'q2', text: 'Sends 2 earlier messages and this one to a new session: ≈$0.0021–0.0034 + reply' },
  ],
  'carried-over': [
    session({
      messages: [
        ...conversation().slice(0, 2).map((each) => ({ ...each, isCarried: true, ...(each.kind === 'reply' ? { footer: 'Carried over' } : {}) })),
        ...conversation().slice(2),
      ],
      carriedOver: 'Edited from an earlier session, which is kept.',
    }),
  ],
  'deleted-undo': [
    session({ messages: conversation() }),
    { type: 'didDeleteExchange', ids: ['q1', 'r1'], sentence: 'Exchange deleted. The service still remembers it in this session.' },
  ],
  'message-focused': [session({ messages: conversation() })],
  'find-open': [session({ messages: conversation() })],
  chips: [
    session({
      messages: [question(), reply({ text: 'It returns the **sum**.', footer: '$0.0001 · 80 tokens in, 12 out' })],
      draft: {
        text: 'Why is the second one slower?\nI would have expected the opposite, since it reads the file only once and keeps what it found in memory.',
        attachments: [
          { id: 'a1', label: 'src/meter/readLedger.ts:10-24', size: '≈ 230 tokens' },
          { id: 'a2', label: 'src/components/conversation/messages/someVeryLongFileName.ts:110-224', size: '≈ 1,830 tokens' },
          { id: 'a3', label: 'notes.md', size: '' },
        ],
      },
      estimate: '≈$0.0011 – $0.0052 to send',
    }),
  ],
  'completion-open': [session({ messages: [question(), reply({ text: 'It returns the **sum**.', footer: '$0.0001 · 80 tokens in, 12 out' })] })],
  'pasted-chip': [
    session({
      draft: {
        text: 'What does this log say?',
        attachments: [
          { id: 'a1', label: 'Pasted text, 214 lines', size: '≈ 2,310 tokens', isPasted: true },
          { id: 'a2', label: 'src/meter/readLedger.ts:10-24', size: '≈ 230 tokens', isPasted: true, canOpen: true },
        ],
      },
      estimate: '≈ 2,550 tokens in · $0.0051 + reply',
    }),
  ],
  'chips-off': [
    session({
      messages: [question(), reply({ text: 'It returns the **sum**.', footer: '$0.0001 · 80 tokens in, 12 out' })],
      draft: {
        text: 'Why is the second one slower?',
        attachments: [
          { id: 'a1', label: 'src/meter/readLedger.ts:10-24', size: '≈ 230 tokens', canOpen: true },
          { id: 'a2', label: 'src/components/conversation/messages/someVeryLongFileName.ts:110-224', size: '≈ 1,830 tokens', isOff: true, canOpen: true },
          { id: 'a3', label: 'notes.md:1-12', size: '≈ 90 tokens', isOff: true, canOpen: true },
        ],
      },
      estimate: '≈ 240 tokens in · $0.0005–0.0011 + reply',
    }),
  ],
  'read-only': [
    session({
      messages: [question(), reply({ text: 'It groups the items by a key.', footer: '$0.0021 · 80 tokens in, 230 out' })],
      draft: { text: 'And the types?', attachments: [] },
      access: { isReadOnly: true, isBusy: false },
    }),
  ],
  'read-only-busy': [
    session({ messages: [question(), reply({ state: 'streaming', text: 'It groups the items by a key' })], access: { isReadOnly: true, isBusy: true } }),
  ],
  'right-to-left': rightToLeftState(),
  ...sessionStates(),
};

/** What the person opens in a state, by its text. */
const opened: Readonly<Record<string, string>> = { 'reasoning-open': 'Reasoning', 'failed-with-details': 'Show details' };

/** What the person does in a state before it is looked at. */
const done: Readonly<Record<string, (panel: PanelPage) => Promise<void>>> = {
  editing: async ({ page, send }) => {
    await page.getByRole('button', { name: 'Edit message' }).last().click();
    await send(...(panelStates['editing'] ?? []).slice(1));
  },
  'message-focused': async ({ page }) => {
    await page.getByRole('button', { name: 'Add context' }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowUp');
  },
  'find-open': async ({ page }) => {
    await page.keyboard.press('Control+f');
    await page.keyboard.type('key');
  },
};

/** Brings the panel into one of the states. */
export async function showState(panel: PanelPage, state: string): Promise<void> {
  const { send, page } = panel;
  await send(...(panelStates[state] ?? []));
  await done[state]?.(panel);
  const part = opened[state];
  if (part !== undefined) await page.getByText(part, { exact: true }).click();
  if (state === 'completion-open') await openCompletion(send, page);
  await showSessionState(page, state);
  // Colours come in idle time.
  if (state === 'math') await page.locator('.formula .katex').nth(8).waitFor();
  if (state === 'long') await page.locator('[class^=token-]').first().waitFor();
}

async function openCompletion(send: PanelPage['send'], page: PanelPage['page']): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).pressSequentially('Compare it with @group');
  const items = [
    { label: 'groupBy.ts', detail: 'src', icon: 'file' },
    { label: 'someVeryLongFileNameOfAGroupedComponent.ts', detail: 'src/components/conversation/messages', icon: 'file' },
    { label: 'groupBy', detail: 'src/groupBy.ts', icon: 'symbol-function' },
    { label: 'GroupedList.groups', detail: 'src/components/groupedList.ts', icon: 'symbol-property' },
  ];
  // Every letter is a request, and the last one is shown.
  await send({ type: 'didComplete', requestId: '6', items });
  await page.getByRole('option').first().waitFor();
}

export function session(changes: Partial<Omit<DidLoadSession, 'type'>>): DidLoadSession {
  return {
    type: 'didLoadSession',
    sessionId: 's1',
    messages: [],
    draft: { text: '', attachments: [] },
    queue: [],
    setup: { ready: true, sentence: '' },
    estimate: '',
    preferences: { sendKey: 'enter', scroll: 'follow' },
    ...changes,
  };
}

export function question(): MessageView {
  return {
    kind: 'question',
    id: 'q1',
    text: 'What does this function do, and what would you change?',
    attachments: [{ id: 'a0', label: 'src/groupBy.ts:3-9', size: '', languageId: 'typescript', code: 'export function groupBy<T>(items: T[]) {\n  return new Map<string, T[]>();\n}' }],
  };
}

/** Two exchanges. */
export function conversation(): readonly MessageView[] {
  return [
    question(),
    reply({ text: 'It groups the items by a **key**, and keeps their order:\n\n- `keyOf` gives the key of an item\n- the map has a list for each key', footer: '$0.0050 · 500 tokens in · 320 out · 12 s' }),
    { kind: 'question', id: 'q2', text: 'And what if a key is `undefined`?', attachments: [] },
    reply({ id: 'r2', text: 'Then `undefined` is a key like any other.', footer: '≈$0.0012–0.0050 · ≈ 840 tokens in · 18 out · 1.4 s', retryPrice: '≈$0.0012 + reply' }),
  ];
}

export function reply(changes: Partial<ReplyView>): ReplyView {
  return { kind: 'reply', id: 'r1', text: '', reasoning: '', state: 'complete', activity: '', footer: '', ...changes };
}

/** A change of a reply, `r1` unless said otherwise. */
export function replyChange(changes: Partial<Omit<DidChangeReply, 'type'>>): DidChangeReply {
  return { type: 'didChangeReply', responseId: 'r1', state: 'streaming', activity: '', footer: '', ...changes };
}

export function text(piece: string, part: ReplyPart = 'text'): DidAppendText {
  return { type: 'didAppendText', responseId: 'r1', part, text: piece };
}

/** The service said when to come back. */
export function busy(): NoticeView {
  return {
    severity: 'info',
    text: 'The service is busy (429). Your message is sent again in {0} s.',
    clock: { counts: 'down', seconds: 12 },
    actions: [
      { id: 'sendNow', label: 'Send now' },
      { id: 'stop', label: 'Stop' },
    ],
  };
}

/** Nothing has come for a while. */
export function quiet(): NoticeView {
  return {
    severity: 'info',
    text: 'The service has sent nothing for {0} s.',
    clock: { counts: 'up', seconds: 30 },
    actions: [
      { id: 'keepWaiting', label: 'Keep waiting' },
      { id: 'stop', label: 'Stop' },
    ],
  };
}

/** The service did not like the request. */
export function refused(): NoticeView {
  return {
    severity: 'error',
    text: 'The service refused the request (400): “messages” is too long.',
    actions: [
      { id: 'showDetails', label: 'Show details' },
      { id: 'retry', label: 'Retry', price: '≈$0.0012' },
    ],
    details: 'POST https://api.example.com/v1/chat/completions\nStatus: 400 Bad Request\nx-request-id: req_0f8fad5bd9cb469fa16570867728950e\n\n{\n  "error": {\n    "message": "“messages” is too long: 262,144 tokens are the most that this model can read.",\n    "type": "invalid_request_error"\n  }\n}',
  };
}

/** The request left, and nothing came back. */
export function unanswered(): NoticeView {
  return {
    severity: 'error',
    text: 'The connection broke before a reply came. The request may have been charged.',
    actions: [
      { id: 'resend', label: 'Resend', price: '≈$0.0012' },
      { id: 'checkConnection', label: 'Check connection' },
      { id: 'showDetails', label: 'Show details' },
    ],
    details: 'Error: read ECONNRESET\n    at api.example.com:443 after 12.4 s',
  };
}

export function queue(): readonly QueuedMessageView[] {
  return [
    {
      id: 'm1',
      text: 'Now write a test for it that has an empty list, a list of one, and a list in which every item has the same key, and say which of these were wrong before the change.',
      attachments: [
        { id: 'qa1', label: 'test/groupBy.test.ts:1-40', size: '' },
        { id: 'qa2', label: 'src/components/conversation/messages/someVeryLongFileName.ts:110-224', size: '' },
      ],
    },
    { id: 'm2', text: 'And the same in Python?', attachments: [] },
  ];
}

function reasoningText(): string {
  return 'The person asks what the function does. It takes a list and a key function.\n\n- The order of the items is **kept**.\n- The key may be computed twice: `keyOf(item)`.\n\nI should mention `Map.groupBy`, and say where it exists.';
}

function streamingText(): string {
  return `It groups the items by a key and keeps their order.\n\nTwo things stand out:\n\n1. **The key is computed twice.** Keep it in a variable.\n2. The map is typed as \`Map<string, T[]>\`, but the key may be a number:\n\n\`\`\`ts\nexport function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {\n  const groups = new Map<K, T[]>();\n  for (const item of items) {`;
}

export function mathText(): string {
  return `The sum of the first $n$ numbers costs \\(O(1)\\) with $\\frac{n(n+1)}{2}$, and $5 or $10 stay prices.

$$
\\int_{-\\infty}^{\\infty} e^{-x^2} \\, dx = \\sqrt{\\pi}
$$

1. A matrix, which is wide:

   \\[
   \\begin{pmatrix} a_{11} & a_{12} & \\cdots & a_{1n} \\\\ \\vdots & \\vdots & \\ddots & \\vdots \\\\ a_{m1} & a_{m2} & \\cdots & a_{mn} \\end{pmatrix} \\begin{pmatrix} x_1 \\\\ \\vdots \\\\ x_n \\end{pmatrix} = \\begin{pmatrix} b_1 \\\\ \\vdots \\\\ b_m \\end{pmatrix}
   \\]

2. In a line that breaks: $a_1 x_1 + a_2 x_2 + a_3 x_3 + a_4 x_4 + a_5 x_5 = b_1 + b_2 + b_3$, and on.

> With cases: $$f(x) = \\begin{cases} x^2 & x \\ge 0 \\\\ -x & \\text{otherwise} \\end{cases}$$

| Way | Cost |
|---|---|
| loop | $\\Theta(n)$ |
| formula | $\\Theta(1)$ |

Not known: $\\unknown{x}$.`;
}

export function longText(): string {
  return `# Grouping by a key

It groups the items by a key and **keeps their order**. See [the reference](https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Map/groupBy) or https://example.com/a/very/long/address/that/has/to/wrap/somewhere.

## What I would change

- Use \`Map.groupBy\` where it exists
- Keep the key in a variable
  - it is *computed* twice
  - and ~~once~~ is enough

> A note of care: keys are compared by identity.

\`\`\`ts
/** Groups items by what keyOf returns. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item); // computed once
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
\`\`\`

| Way | Lines | Needs | Remarks |
|:----|------:|:-----:|---------|
| \`Map.groupBy\` | 1 | ES2024 | fastest |
| loop | 8 | nothing | works everywhere, also in old runtimes |

1. Run it:

   \`\`\`bash
   npm ci && npm test -- --grep "groupBy" # about 3 s
   \`\`\`

2. Look at the result:

   \`\`\`python
   def group_by(items: list[str]) -> dict[int, list[str]]:
       """Groups words by length."""
       return {len(item): [item] for item in items if item is not None}
   \`\`\`

---

\`\`\`json
{ "name": "group", "version": 3, "private": true, "note": null }
\`\`\`

\`\`\`css
a:hover { color: #f00; width: calc(10px + 1em); } /* red */
\`\`\`

\`\`\`diff
- const key = 1;
+ const key = 2;
\`\`\`

Done. ![A picture](https://example.com/a.png)`;
}
