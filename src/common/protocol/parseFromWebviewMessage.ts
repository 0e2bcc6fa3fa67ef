import { isRecord } from '../isRecord.ts';
import { actionIds, type ActionId } from './conversationProtocol.ts';
import { completionKinds } from './draftProtocol.ts';
import type { FromWebviewMessage } from './protocol.ts';

/**
 * Checks a message from the panel, which renders hostile text and is treated as hostile itself.
 * Returns a copy with the known fields only, or undefined for anything that is not a FromWebviewMessage.
 */
export function parseFromWebviewMessage(value: unknown): FromWebviewMessage | undefined {
  if (!isRecord(value)) return undefined;
  const { type } = value;
  switch (type) {
    case 'ready':
    case 'newSession':
    case 'listSessions':
    case 'takeOver':
    case 'listPrompts':
    case 'endCompletion':
    case 'returnFocus':
    case 'restoreDeleted':
    case 'openEarlierSession':
      return { type };
    case 'submit':
    case 'setDraft':
    case 'setAside':
    case 'copyText':
      return isText(value['text']) ? { type, text: value['text'] } : undefined;
    case 'insertCode':
    case 'applyCode':
      return isText(value['code']) ? { type, code: value['code'] } : undefined;
    case 'newFile':
      return isText(value['code']) && isShort(value['language']) ? { type, code: value['code'], language: value['language'] } : undefined;
    case 'stop':
    case 'priceRetry':
    case 'explainCost':
      return isShort(value['responseId']) ? { type, responseId: value['responseId'] } : undefined;
    case 'removeAttachment':
    case 'toggleAttachment':
    case 'openAttachment':
    case 'readAttachment':
    case 'sendQueued':
    case 'takeBackQueued':
    case 'deleteExchange':
    case 'openSession':
    case 'exportSession':
    case 'deleteSession':
    case 'restoreSession':
      return isShort(value['id']) ? { type, id: value['id'] } : undefined;
    case 'attachPasted':
      return isText(value['text']) && isShort(value['languageId']) ? { type, text: value['text'], languageId: value['languageId'] } : undefined;
    case 'complete':
      return parseComplete(value['requestId'], value['kind'], value['query']);
    case 'pickCompletion':
      return isShort(value['requestId']) && isIndex(value['index']) ? { type, requestId: value['requestId'], index: value['index'] } : undefined;
    case 'addFiles':
      return isShortList(value['uris']) ? { type, uris: [...value['uris']] } : undefined;
    case 'estimateEdited':
    case 'sendEdited': {
      const { questionId, text } = value;
      return isShort(questionId) && isText(text) ? { type, questionId, text } : undefined;
    }
    case 'searchSessions':
      return isShort(value['query']) ? { type, query: value['query'] } : undefined;
    case 'renameSession':
      return isShort(value['id']) && isShort(value['title']) ? { type, id: value['id'], title: value['title'] } : undefined;
    case 'pinSession':
      return isShort(value['id']) && typeof value['isPinned'] === 'boolean' ? { type, id: value['id'], isPinned: value['isPinned'] } : undefined;
    case 'openLink':
      return isShort(value['url']) ? { type, url: value['url'] } : undefined;
    case 'runAction':
      return parseRunAction(value['action'], value['responseId']);
    default:
      return undefined;
  }
}

function parseComplete(requestId: unknown, kind: unknown, query: unknown): FromWebviewMessage | undefined {
  const known = completionKinds.find((each) => each === kind);
  return known !== undefined && isShort(requestId) && isShort(query) ? { type: 'complete', requestId, kind: known, query } : undefined;
}

function parseRunAction(action: unknown, responseId: unknown): FromWebviewMessage | undefined {
  if (!isActionId(action)) return undefined;
  if (responseId === undefined) return { type: 'runAction', action };
  return isShort(responseId) ? { type: 'runAction', action, responseId } : undefined;
}

const maxTextLength = 16 * 1024 * 1024;
const maxShortLength = 8 * 1024;
const maxListLength = 1_000;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxTextLength;
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxShortLength;
}

function isShortList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= maxListLength && value.every(isShort);
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isActionId(value: unknown): value is ActionId {
  return actionIds.some((id) => id === value);
}
