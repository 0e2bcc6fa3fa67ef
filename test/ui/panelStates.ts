import type { DidLoadSession, MessageView, ReplyView, ToWebviewMessage } from '../../src/common/protocol.ts';

/** What the extension would have told the panel, for each state worth looking at. */
export const panelStates: Readonly<Record<string, readonly ToWebviewMessage[]>> = {
  'first-run-ready': [session({})],
  'first-run-without-key': [session({ setup: { ready: false, sentence: 'To begin, enter your API key for https://api.example.com.' } })],
  waiting: [session({ messages: [question(), reply({ state: 'connecting' })] })],
  streaming: [
    session({ messages: [question(), reply({ state: 'streaming' })] }),
    { type: 'didAppendText', responseId: 'r1', text: streamingText() },
  ],
  long: [session({ messages: [question(), reply({ text: longText(), footer: '$0.0050 · 1,000 tokens in (600 cached), 500 out' })] })],
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
              { id: 'showLog', label: 'Show log' },
            ],
          },
        }),
      ],
      setup: { ready: false, sentence: 'Your key was entered for https://a.example. Set it for https://b.example before it goes there.' },
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
};

export function session(changes: Partial<Omit<DidLoadSession, 'type'>>): DidLoadSession {
  return {
    type: 'didLoadSession',
    sessionId: 's1',
    messages: [],
    draft: { text: '', attachments: [] },
    setup: { ready: true, sentence: '' },
    estimate: '',
    preferences: { sendKey: 'enter' },
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

export function reply(changes: Partial<ReplyView>): ReplyView {
  return { kind: 'reply', id: 'r1', text: '', state: 'complete', footer: '', ...changes };
}

function streamingText(): string {
  return `It groups the items by a key and keeps their order.\n\nTwo things stand out:\n\n1. **The key is computed twice.** Keep it in a variable.\n2. The map is typed as \`Map<string, T[]>\`, but the key may be a number:\n\n\`\`\`ts\nexport function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {\n  const groups = new Map<K, T[]>();\n  for (const item of items) {`;
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
