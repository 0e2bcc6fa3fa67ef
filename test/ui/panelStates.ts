import type { ToWebviewMessage } from '../../src/common/protocol/protocol.ts';
import { beginDrag } from './beginDrag.ts';
import { openCompletion } from './openCompletion.ts';
import type { PanelPage } from './panelHarness.ts';
import {
  busyNotice,
  conversation,
  missingKey,
  question,
  queue,
  silenceNotice,
  rejectionNotice,
  reply,
  session,
  connectionNotice,
} from './panelMessages.ts';
import { markdownStates } from './markdownStates.ts';
import { longText, reasoningText, streamingText } from './panelTexts.ts';
import { codeStates } from './codeStates.ts';
import { costStates, showCostState } from './costStates.ts';
import { sessionStates, showSessionState } from './sessionStates.ts';

/** The prices of a draft and of the queued messages `queue()`, while a reply runs. */
const queueEstimate = {
  text: '≈1,480 tokens in · ≈$0.0004–0.0030 + reply',
  queue: {
    m1: '≈1,130 tokens in · ≈$0.0003–0.0023 + reply',
    m2: '≈1,440 tokens in · ≈$0.0004–0.0029 + reply',
  },
};

/**
 * The messages that the extension sends to show each state of the panel, by the state's name. Some states also need
 * actions of the user, which `showState` performs.
 */
export const panelStates: Readonly<Record<string, readonly ToWebviewMessage[]>> = {
  'first-run-ready': [session({})],
  'first-run-without-key': [session({ setup: missingKey })],
  'first-run-with-service-of-environment': [
    session({
      setup: {
        ready: false,
        isUnconfirmed: true,
        sentence:
          'Messages would be sent to https://api.example.org with the API key from VS Code’s environment. A repository can set this environment, and the owner of the key may read your messages. Your own key is for https://api.example.com and wouldn’t be used.',
      },
    }),
  ],
  waiting: [session({ messages: [question(), reply({ state: 'connecting', activity: 'Waiting for the reply…' })] })],
  'connecting-again': [
    session({
      messages: [question(), reply({ state: 'connecting', activity: 'No connection. Connecting again (2 of 3)…' })],
    }),
  ],
  countdown: [session({ messages: [question(), reply({ state: 'connecting', notice: busyNotice() })] })],
  quiet: [
    session({
      messages: [
        question(),
        reply({ state: 'streaming', text: 'It groups the items by a key and', notice: silenceNotice() }),
      ],
      draft: { text: 'And a test for it, please.', attachments: [] },
    }),
  ],
  'hidden-characters': [
    session({ messages: [reply({ text: 'In `a\u202eb`:\n\n```ts\nreturn "a\u200b"; // \u2066\n```' })] }),
  ],
  'reasoning-only': [
    session({
      messages: [question(), reply({ state: 'streaming', activity: 'Thinking…', reasoning: reasoningText() })],
    }),
  ],
  'reasoning-closed': [
    session({
      messages: [
        question(),
        reply({
          text: 'It groups the items by a key.',
          reasoning: reasoningText(),
          footer: '$0.0021 · 80 tokens in, 230 out',
        }),
      ],
    }),
  ],
  'reasoning-open': [
    session({
      messages: [
        question(),
        reply({
          text: 'It groups the items by a key.',
          reasoning: reasoningText(),
          footer: '$0.0021 · 80 tokens in, 230 out',
        }),
      ],
    }),
  ],
  streaming: [
    session({ messages: [question(), reply({ state: 'streaming' })] }),
    { type: 'didAppendText', responseId: 'r1', part: 'text', text: streamingText() },
  ],
  long: [
    session({
      messages: [question(), reply({ text: longText(), footer: '$0.0050 · 1,000 tokens in (600 cached), 500 out' })],
    }),
  ],
  error: [
    session({
      messages: [
        question(),
        reply({
          state: 'failed',
          notice: {
            severity: 'error',
            text: 'The service didn’t accept your key. Set the key again.',
            actions: [
              { id: 'setApiKey', label: 'Set API key' },
              { id: 'retry', label: 'Retry' },
            ],
          },
        }),
      ],
      setup: missingKey,
    }),
  ],
  'failed-with-details': [session({ messages: [question(), reply({ state: 'failed', notice: rejectionNotice() })] })],
  resend: [
    session({
      messages: [
        question(),
        reply({ state: 'failed', footer: '≈$0.0003 · ≈120 tokens in, 0 out', notice: connectionNotice() }),
      ],
    }),
  ],
  'resend-while-another-runs': [
    session({
      messages: [
        question(),
        reply({ id: 'r0', state: 'failed', notice: connectionNotice() }),
        question(),
        reply({ state: 'streaming', text: 'It groups' }),
      ],
    }),
  ],
  'queued-while-running': [
    session({
      messages: [question(), reply({ state: 'streaming', text: 'It groups the items by a key and' })],
      queue: queue(),
      draft: { text: 'One more thing', attachments: [] },
      estimate: queueEstimate,
    }),
  ],
  'queued-while-idle': [
    session({
      messages: [
        question(),
        reply({
          state: 'stopped',
          text: 'It groups the items',
          notice: {
            severity: 'info',
            text: 'You stopped this reply.',
            actions: [{ id: 'continue', label: 'Continue', price: '≈$0.0009' }],
          },
        }),
      ],
      queue: queue(),
      estimate: { text: '', queue: queueEstimate.queue },
    }),
  ],
  stopped: [
    session({
      messages: [
        question(),
        reply({
          state: 'stopped',
          text: 'A promise settles once. An observable',
          footer: '≈$0.0004 – $0.0007 · ≈120 tokens in, 9 out',
          notice: {
            severity: 'info',
            text: 'You stopped this reply.',
            actions: [{ id: 'continue', label: 'Continue' }],
          },
        }),
      ],
    }),
  ],
  editing: [
    session({ messages: conversation() }),
    {
      type: 'didChangeEditEstimate',
      questionId: 'q2',
      text: 'Sends 2 earlier messages and this message to a new session: ≈$0.0021–0.0034 + reply.',
    },
  ],
  'carried-over': [
    session({
      messages: [
        ...conversation()
          .slice(0, 2)
          .map((each) => ({ ...each, isCarried: true, ...(each.kind === 'reply' ? { footer: 'Carried over' } : {}) })),
        ...conversation().slice(2),
      ],
      carriedOver: 'This session is an edited copy. The original session was kept.',
    }),
  ],
  'deleted-undo': [
    session({ messages: conversation() }),
    {
      type: 'didDeleteExchange',
      ids: ['q1', 'r1'],
      sentence: 'Exchange deleted. The service still remembers the exchange in this session.',
    },
  ],
  'message-focused': [session({ messages: conversation() })],
  'find-open': [session({ messages: conversation() })],
  chips: [
    session({
      messages: [question(), reply({ text: 'It returns the **sum**.', footer: '$0.0001 · 80 tokens in, 12 out' })],
      draft: {
        text: 'Why is the second one slower?\nI would have expected the opposite, since it reads the file only once and keeps what it found in memory.',
        attachments: [
          { id: 'instructions', label: 'Instructions', size: '≈12 tokens · <$0.0001', canOpen: true },
          { id: 'a1', label: 'src/meter/readLedger.ts:10-24', size: '≈230 tokens' },
          { id: 'a2', label: 'src/components/conversation/someVeryLongFileName.ts:110-224', size: '≈1,830 tokens' },
          { id: 'a3', label: 'notes.md', size: '' },
        ],
      },
      estimate: { text: '≈$0.0011 – $0.0052 to send' },
    }),
  ],
  'offered-file': [
    session({ messages: conversation() }),
    {
      type: 'didChangeOfferedFile',
      file: { id: 'f', label: 'src/meter/readLedger.ts', tokens: '≈1,240 tokens', price: '≈$0.0003–0.0025' },
    },
  ],
  'expensive-session': [
    session({
      messages: conversation(),
      draft: { text: 'And the types?', attachments: [] },
      estimate: {
        text: '≈4,210 tokens in · ≈$0.0013–0.0089 + reply',
        sessionHint: 'This session adds ≈$0.0088 to the cost of each message. A new session starts at <$0.0001.',
      },
    }),
  ],
  'completion-open': [
    session({
      messages: [question(), reply({ text: 'It returns the **sum**.', footer: '$0.0001 · 80 tokens in, 12 out' })],
    }),
  ],
  'completion-prompts': [session({ messages: conversation() })],
  'drop-target': [session({ messages: conversation() })],
  'pasted-chip': [
    session({
      draft: {
        text: 'What does this log say?',
        attachments: [
          { id: 'a1', label: 'Pasted text, 214 lines', size: '≈2,310 tokens', isPasted: true },
          { id: 'a2', label: 'src/meter/readLedger.ts:10-24', size: '≈230 tokens', isPasted: true, canOpen: true },
        ],
      },
      estimate: { text: '≈2,550 tokens in · ≈$0.0051 + reply' },
    }),
  ],
  'chips-off': [
    session({
      messages: [question(), reply({ text: 'It returns the **sum**.', footer: '$0.0001 · 80 tokens in, 12 out' })],
      draft: {
        text: 'Why is the second one slower?',
        attachments: [
          { id: 'instructions', label: 'Instructions', size: '≈12 tokens · <$0.0001', canOpen: true, isOff: true },
          { id: 'a1', label: 'src/meter/readLedger.ts:10-24', size: '≈230 tokens', canOpen: true },
          {
            id: 'a2',
            label: 'src/components/conversation/messages/someVeryLongFileName.ts:110-224',
            size: '≈1,830 tokens',
            isOff: true,
            canOpen: true,
          },
          { id: 'a3', label: 'notes.md:1-12', size: '≈90 tokens', isOff: true, canOpen: true },
        ],
      },
      estimate: { text: '≈240 tokens in · ≈$0.0005–0.0011 + reply' },
    }),
  ],
  'read-only': [
    session({
      messages: [
        question(),
        reply({ text: 'It groups the items by a key.', footer: '$0.0021 · 80 tokens in, 230 out' }),
      ],
      draft: { text: 'And the types?', attachments: [] },
      access: { isReadOnly: true, isBusy: false },
    }),
  ],
  'read-only-busy': [
    session({
      messages: [question(), reply({ state: 'streaming', text: 'It groups the items by a key' })],
      access: { isReadOnly: true, isBusy: true },
    }),
  ],
  unsaved: [
    session({
      messages: [question(), reply({ text: 'It groups the items by a key.', footer: '$0.0021 · 80 tokens in' })],
      draft: { text: 'And the types?', attachments: [] },
    }),
    {
      type: 'didChangeSaving',
      sentence:
        'Tally Chat can’t save, because the disk is full. New messages are kept only in memory, and are lost if you close this window.',
    },
  ],
  ...codeStates(),
  ...markdownStates(),
  ...costStates(),
  ...sessionStates(),
};

/** The text that the user clicks to expand a part of the panel, by the name of the state. */
const clickedTexts: Readonly<Record<string, string>> = {
  'reasoning-open': 'Reasoning',
  'failed-with-details': 'Show details',
};

/**
 * Functions that perform the user's actions after the extension's messages, by the name of the state. Some functions
 * also send the extension's answers to these actions.
 */
const userActions: Readonly<Record<string, (panel: PanelPage) => Promise<void>>> = {
  editing: async ({ page, send }) => {
    await page.getByRole('button', { name: 'Edit message' }).last().click();
    await send(...(panelStates['editing'] ?? []).slice(1));
  },
  'message-focused': async ({ page }) => {
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowUp');
  },
  'completion-prompts': async ({ page, send }) => {
    await page.getByRole('textbox', { name: 'Message' }).pressSequentially('/');
    const items = [
      { label: 'explain', detail: 'Explain this code.', icon: 'comment', text: 'Explain this code.' },
      {
        label: 'tests',
        detail: 'Write tests for this code, also for what is at its edges.',
        icon: 'comment',
        text: 'Write tests.',
      },
    ];
    await send({ type: 'didComplete', completionId: '1', items });
    await page.getByRole('option').first().waitFor();
  },
  'drop-target': async ({ page }) => {
    await beginDrag(page);
    await page.locator('.panel').evaluate((panel) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/uri-list', 'file:///a.ts');
      panel.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await page.getByText('Drop to add to your message').waitFor();
  },
  'find-open': async ({ page }) => {
    await page.keyboard.press('Control+f');
    await page.keyboard.type('key');
  },
};

/** Sends the messages of a state and performs the user's actions. Resolves when the panel shows the state. */
export async function showState(panel: PanelPage, state: string): Promise<void> {
  const { send, page } = panel;
  await send(...(panelStates[state] ?? []));
  await userActions[state]?.(panel);
  const clicked = clickedTexts[state];
  if (clicked !== undefined) await page.getByText(clicked, { exact: true }).click();
  if (state === 'completion-open') await openCompletion(send, page);
  await showCostState(panel, state);
  await showSessionState(page, state);
  // Wait, because the panel renders formulas in later frames, and highlights code in idle time.
  if (state === 'math') await page.locator('.formula .katex').nth(8).waitFor();
  if (state === 'long') await page.locator('[class^=token-]').first().waitFor();
}
