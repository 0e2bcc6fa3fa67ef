import type { TextKind } from '../code/hiddenCharacters.ts';
import { isJsonObject } from '../json.ts';
import { actionIds } from './conversationProtocol.ts';
import { completionKinds } from './draftProtocol.ts';
import type { FromWebviewMessage } from './protocol.ts';

type Check = (value: unknown) => boolean;

/** A check for each field of a message, except `type`. */
type FieldChecks<Message> = { readonly [Field in Exclude<keyof Message, 'type'>]-?: Check };

/** The maximum length of a text, such as a pasted file, in UTF-16 code units. */
const maxTextLength = 16 * 1024 * 1024;
/** The maximum length of a short text, such as an id, a link or a title, in UTF-16 code units. */
const maxShortLength = 8 * 1024;
const maxListLength = 1_000;

const text: Check = (value) => typeof value === 'string' && value.length <= maxTextLength;
const textOrAbsent: Check = (value) => value === undefined || text(value);
const short: Check = (value) => typeof value === 'string' && value.length <= maxShortLength;
const shortOrAbsent: Check = (value) => value === undefined || short(value);
const shortList: Check = (value) => Array.isArray(value) && value.length <= maxListLength && value.every(short);
const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const flag: Check = (value) => typeof value === 'boolean';
const flagOrAbsent: Check = (value) => value === undefined || flag(value);
const oneOf =
  (known: readonly string[]): Check =>
  (value) =>
    known.some((each) => each === value);

/** All messages that a panel may post, with the checks of their fields. */
const messages: {
  readonly [Type in FromWebviewMessage['type']]: FieldChecks<Extract<FromWebviewMessage, { readonly type: Type }>>;
} = {
  ready: {},
  takeFocus: {},
  returnFocus: {},
  retrySaving: {},

  submit: { requestId: short, text, revision: count },
  sendQueued: { requestId: short, id: short },
  editQueued: { requestId: short, id: short },
  removeQueued: { requestId: short, id: short },
  setDraft: { requestId: short, text, revision: count },
  setAside: { text, prompt: text },
  setEdit: { requestId: short, sessionId: short, questionId: short, text: textOrAbsent },
  listPrompts: { requestId: short },
  removeAttachment: { id: short, isInserted: flagOrAbsent },
  toggleAttachment: { id: short },
  openAttachment: { id: short },
  readAttachment: { requestId: short, id: short },
  attachPasted: { text, languageId: short },
  complete: { completionId: short, kind: oneOf(completionKinds), query: short },
  endCompletion: {},
  pickCompletion: { completionId: short, index: count },
  addFiles: { uris: shortList },

  stop: { responseId: short },
  escape: { responseId: short },
  runAction: { requestId: short, action: oneOf(actionIds), responseId: shortOrAbsent },
  estimateEdited: { questionId: short, text },
  sendEdited: { requestId: short, questionId: short, text },
  priceRetry: { responseId: short },
  explainCost: { requestId: short, responseId: short },
  deleteExchange: { id: short },
  restoreDeleted: { id: short },
  openLink: { url: short },

  copyText: { requestId: short, text, kind: oneOf(['code', 'prose'] satisfies readonly TextKind[]) },
  insertCode: { code: text },
  applyCode: { code: text, info: short, replyId: short },
  reviewChanges: { replyId: short },
  undoApplied: { code: text, replyId: short },
  insertIntoTerminal: { code: text },
  newFile: { code: text, language: short },

  runNotice: { id: short },
  dismissNotice: { id: short },
  addOfferedFile: { id: short },
  refuseImage: {},

  newSession: {},
  takeOver: {},
  listSessions: {},
  searchSessions: { query: short },
  openSession: { id: short },
  openOriginalSession: {},
  stopBackgroundReply: { id: short },
  dismissBackgroundReply: { id: short },
  renameSession: { id: short, title: short },
  pinSession: { id: short, isPinned: flag },
  exportSession: { id: short },
  deleteSession: { id: short },
  restoreSession: { id: short },
};

/**
 * Validates a message from the panel. The panel shows untrusted text, such as replies, so the panel's messages are not
 * trusted either. Returns a copy with only the known fields, or undefined if the message is invalid.
 */
export function parseFromWebviewMessage(value: unknown): FromWebviewMessage | undefined {
  if (!isJsonObject(value) || typeof value['type'] !== 'string' || !Object.hasOwn(messages, value['type']))
    return undefined;
  const type = value['type'] as FromWebviewMessage['type'];
  const fields: readonly (readonly [string, Check])[] = Object.entries(messages[type]);
  if (!fields.every(([name, check]) => check(value[name]))) return undefined;
  const present = fields
    .filter(([name]) => value[name] !== undefined)
    .map(([name]) => [name, structuredClone(value[name])] as const);
  return { type, ...Object.fromEntries(present) } as FromWebviewMessage;
}
