import type {
  DidAppendText,
  DidChangeReply,
  MessageView,
  NoticeView,
  ReplyPart,
  ReplyView,
} from '../../src/common/protocol/conversationProtocol.ts';
import type {
  AttachmentView,
  DidChangeDraft,
  DraftView,
  QueuedMessageView,
} from '../../src/common/protocol/draftProtocol.ts';
import type { DidLoadSession, SetupView } from '../../src/common/protocol/protocol.ts';

/** A setup that lacks the API key, although the user has a key for another origin. */
export const missingKey: SetupView = {
  ready: false,
  sentence:
    'There is no API key for https://api.example.com yet. Your key for https://chat.example.org is kept, and is sent only there.',
  hasAddress: true,
};

/** Returns the message that loads a session. The session is empty except for the given fields. */
export function session({
  draft,
  ...changes
}: Partial<Omit<DidLoadSession, 'type' | 'draft'>> & { readonly draft?: Partial<DraftView> }): DidLoadSession {
  return {
    type: 'didLoadSession',
    sessionId: 's1',
    messages: [],
    draft: { text: '', revision: 0, attachments: [], ...draft },
    queue: [],
    setup: { ready: true, sentence: '' },
    estimate: { text: '' },
    preferences: { sendKey: 'enter', scroll: 'follow' },
    ...changes,
  };
}

/** Returns the extension's message about a draft's first change, from revision 0 to revision 1. */
export function draftChange(
  before: string,
  after: string,
  attachments: readonly AttachmentView[] = [],
): DidChangeDraft {
  return { type: 'didChangeDraft', text: { before, after, revision: 1 }, attachments };
}

export function question(): MessageView {
  return {
    kind: 'question',
    id: 'q1',
    text: 'What does this function do, and what would you change?',
    attachments: [
      {
        id: 'a0',
        label: 'src/groupBy.ts:3-9',
        size: '',
        languageId: 'typescript',
        code: 'export function groupBy<T>(items: T[]) {\n  return new Map<string, T[]>();\n}',
      },
    ],
  };
}

/** Returns two questions with their complete replies. */
export function conversation(): readonly MessageView[] {
  return [
    question(),
    reply({
      text: 'It groups the items by a **key**, and keeps their order:\n\n- `keyOf` gives the key of an item\n- the map has a list for each key',
      footer: '$0.0050 · 500 tokens in · 320 out · 12 s',
    }),
    { kind: 'question', id: 'q2', text: 'And what if a key is `undefined`?', attachments: [] },
    reply({
      id: 'r2',
      text: 'Then `undefined` is a key like any other.',
      footer: '≈$0.0012–0.0050 · ≈840 tokens in · 18 out · 1.4 s',
      retryPrice: '≈$0.0012 + reply',
    }),
  ];
}

export function reply(changes: Partial<ReplyView>): ReplyView {
  return { kind: 'reply', id: 'r1', text: '', reasoning: '', state: 'complete', activity: '', footer: '', ...changes };
}

/** Returns the extension's message that changes the reply with the id `changes.responseId`, by default `r1`. */
export function replyChange(changes: Partial<Omit<DidChangeReply, 'type'>>): DidChangeReply {
  return { type: 'didChangeReply', responseId: 'r1', state: 'streaming', activity: '', footer: '', ...changes };
}

export function text(piece: string, part: ReplyPart = 'text'): DidAppendText {
  return { type: 'didAppendText', responseId: 'r1', part, text: piece };
}

/** Returns the notice for a service that is busy and has sent a Retry-After header. */
export function busyNotice(): NoticeView {
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

/** Returns the notice for a service that has sent nothing for 30 seconds. */
export function silenceNotice(): NoticeView {
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

/** Returns the notice for a request that the service has rejected with status 400. */
export function rejectionNotice(): NoticeView {
  return {
    severity: 'error',
    text: 'The service refused the request (400): “messages” is too long.',
    actions: [
      { id: 'retry', label: 'Retry', price: '≈$0.0012' },
      { id: 'showDetails', label: 'Show details' },
    ],
    details:
      'POST https://api.example.com/v1/chat/completions\nStatus: 400 Bad Request\nx-request-id: req_0f8fad5bd9cb469fa16570867728950e\n\n{\n  "error": {\n    "message": "“messages” is too long: 262,144 tokens are the most that this model can read.",\n    "type": "invalid_request_error"\n  }\n}',
  };
}

/** Returns the notice for a connection that broke after the request was sent and before a reply arrived. */
export function connectionNotice(): NoticeView {
  return {
    severity: 'error',
    text: 'The connection was lost before the service replied. The request may have been charged.',
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
      isHeld: false,
    },
    { id: 'm2', text: 'And the same in Python?', attachments: [], isHeld: false },
  ];
}

/** Returns the message that loads a session with one question, which has these attachments, and one complete reply. */
export function attachmentSession(...codes: readonly string[]): DidLoadSession {
  const attachments = codes.map((code, index) => ({
    id: `a${index}`,
    label: `file${index}.txt`,
    size: '1 kB',
    languageId: '',
    code,
  }));
  return session({ messages: [{ kind: 'question', id: 'q1', text: 'Why?', attachments }, reply({})] });
}
