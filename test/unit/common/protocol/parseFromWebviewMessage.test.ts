import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { parseFromWebviewMessage } from '../../../../src/common/protocol/parseFromWebviewMessage.ts';
import type { ActionId } from '../../../../src/common/protocol/conversationProtocol.ts';
import type { FromWebviewMessage } from '../../../../src/common/protocol/protocol.ts';

const actions: Readonly<Record<ActionId, true>> = {
  retry: true,
  resend: true,
  continue: true,
  copyToNewSession: true,
  sendNow: true,
  keepWaiting: true,
  stop: true,
  setApiKey: true,
  changeBaseUrl: true,
  useService: true,
  checkConnection: true,
  openSettings: true,
  openProxySettings: true,
  openAccount: true,
  showDetails: true,
};

const messages: readonly FromWebviewMessage[] = [
  { type: 'ready' },
  { type: 'submit', requestId: '7', text: '', revision: 2 },
  { type: 'sendQueued', requestId: '7', id: 'm' },
  { type: 'editQueued', requestId: '7', id: 'm' },
  { type: 'removeQueued', requestId: '7', id: 'm' },
  { type: 'stop', responseId: 'r' },
  { type: 'escape', responseId: 'r' },
  { type: 'newSession' },
  { type: 'takeOver' },
  { type: 'listSessions' },
  { type: 'searchSessions', query: 'two words' },
  { type: 'openSession', id: 's' },
  { type: 'renameSession', id: 's', title: 'Another title' },
  { type: 'pinSession', id: 's', isPinned: true },
  { type: 'exportSession', id: 's' },
  { type: 'deleteSession', id: 's' },
  { type: 'restoreSession', id: 's' },
  { type: 'setDraft', requestId: '1', text: 'Half a', revision: 0 },
  { type: 'setAside', text: 'Half a', prompt: 'P' },
  { type: 'setEdit', requestId: '1', sessionId: 's', questionId: 'q', text: 'Bet' },
  { type: 'setEdit', requestId: '1', sessionId: 's', questionId: 'q' },
  { type: 'listPrompts', requestId: '7' },
  { type: 'removeAttachment', id: 'a' },
  { type: 'removeAttachment', id: 'a', isInserted: true },
  { type: 'toggleAttachment', id: 'a' },
  { type: 'openAttachment', id: 'a' },
  { type: 'readAttachment', requestId: '7', id: 'a' },
  { type: 'attachPasted', text: 'x'.repeat(1_000_000), languageId: '' },
  { type: 'complete', completionId: '1', kind: 'context', query: 'a' },
  { type: 'complete', completionId: '2', kind: 'prompt', query: '' },
  { type: 'endCompletion' },
  { type: 'pickCompletion', completionId: '1', index: 3 },
  { type: 'addFiles', uris: ['file:///a.ts'] },
  { type: 'copyText', requestId: '5', text: 'x'.repeat(1_000_000), kind: 'code' },
  { type: 'insertCode', code: 'x' },
  { type: 'applyCode', code: '', info: '', replyId: '' },
  { type: 'newFile', code: 'x', language: 'ts' },
  { type: 'openLink', url: 'https://example.com' },
  ...Object.keys(actions).map((action) => ({ type: 'runAction', requestId: '7', action: action as ActionId }) as const),
  { type: 'runAction', requestId: '7', action: 'retry', responseId: 'r' },
  { type: 'estimateEdited', questionId: 'q', text: 'Better' },
  { type: 'sendEdited', requestId: '7', questionId: 'q', text: 'Better' },
  { type: 'priceRetry', responseId: 'r' },
  { type: 'explainCost', requestId: '7', responseId: 'r' },
  { type: 'deleteExchange', id: 'q' },
  { type: 'restoreDeleted', id: 'q' },
  { type: 'openOriginalSession' },
  { type: 'takeFocus' },
  { type: 'returnFocus' },
  { type: 'retrySaving' },
];

describe('parseFromWebviewMessage', () => {
  it('returns a valid message of each type unchanged', () => {
    for (const message of messages) assert.deepEqual(parseFromWebviewMessage(structuredClone(message)), message);
  });

  it('removes unknown fields', () => {
    const hostile = JSON.parse(
      '{"type":"setAside","text":"t","prompt":"","apiKey":"k","__proto__":{"x":1}}',
    ) as unknown;
    const parsed = parseFromWebviewMessage(hostile);
    assert.deepEqual(parsed, { type: 'setAside', text: 't', prompt: '' });
    assert.equal(Object.getPrototypeOf(parsed), Object.prototype);
  });

  it('returns undefined if a required field is missing, or if a field is too long or invalid', () => {
    for (const message of messages) {
      for (const name of Object.keys(message)) {
        const wrong = name === 'uris' ? [['x', 7], Array(1_001).fill('x')] : [[], ['retry']];
        for (const value of [
          ...wrong,
          undefined,
          null,
          name === 'index' || name === 'revision' ? -1 : 7,
          0.5,
          true,
          {},
          'x'.repeat(16 * 1024 * 1024 + 1),
        ]) {
          if (name === 'isPinned' && value === true) continue;
          if (name === 'isInserted' && (value === true || value === undefined)) continue;
          if (name === 'responseId' && message.type === 'runAction' && value === undefined) continue;
          if (name === 'text' && message.type === 'setEdit' && value === undefined) continue;
          assert.equal(parseFromWebviewMessage({ ...message, [name]: value }), undefined, `${message.type}.${name}`);
        }
      }
    }
  });

  it('returns undefined if the type or action is the name of a property that every object inherits', () => {
    for (const type of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      assert.equal(parseFromWebviewMessage({ type }), undefined);
      assert.equal(parseFromWebviewMessage({ type: 'runAction', requestId: '7', action: type }), undefined);
    }
  });

  it('never throws, and returns only messages of a known type', () => {
    const types = fc.constantFrom(...messages.map(({ type }) => type));
    const value = fc.oneof(
      fc.anything(),
      fc.record({ type: types, text: fc.anything(), action: fc.anything(), url: fc.anything() }),
    );
    fc.assert(
      fc.property(value, (anything) => {
        const parsed = parseFromWebviewMessage(anything);
        if (parsed !== undefined) assert.ok(messages.some(({ type }) => type === parsed.type));
      }),
    );
  });
});
