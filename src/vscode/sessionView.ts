import * as vscode from 'vscode';
import type { ActionId, ActionView, AttachmentView, MessageView, NoticeView, SetupView } from '../common/protocol.ts';
import { attachmentLabel, type Attachment } from '../chat/attachment.ts';
import type { Message, Reply } from '../chat/message.ts';
import { formatRange, formatTokens } from '../meter/formatCost.ts';
import type { Setup } from './connectionSource.ts';
import { describeAddressFault } from './describeInput.ts';
import { describeError } from './describeError.ts';

/** What the panel shows of a message. */
export function messageView(message: Message): MessageView {
  switch (message.kind) {
    case 'question': {
      const { kind, id, text, attachments } = message;
      return { kind, id, text, attachments: attachments.map(sentAttachmentView) };
    }
    case 'reply': {
      const { kind, id, text, state } = message;
      return { kind, id, text, state, ...replyRemarks(message) };
    }
  }
}

/** What stands under a reply: what it cost, and how it ended where that needs saying. */
export function replyRemarks(reply: Reply): { readonly footer: string; readonly notice?: NoticeView } {
  const notice = noticeView(reply);
  return { footer: footer(reply), ...(notice === undefined ? {} : { notice }) };
}

/** A chip in the message box; `tokens` is undefined while they are counted. */
export function draftAttachmentView(attachment: Attachment, tokens: number | undefined): AttachmentView {
  const size =
    tokens === undefined ? '' : vscode.l10n.t('≈ {0} tokens', formatTokens(tokens, vscode.env.language));
  return { id: attachment.id, label: attachmentLabel(attachment), size };
}

export function setupView(setup: Setup): SetupView {
  return { ready: setup.status === 'ready', sentence: setupSentence(setup) };
}

function setupSentence(setup: Setup): string {
  const { l10n } = vscode;
  switch (setup.status) {
    case 'ready':
      return '';
    case 'noAddress':
      return l10n.t('To begin, enter the service’s base URL and your API key.');
    case 'badAddress':
      return l10n.t('The base URL in your settings can’t be used: {0}', describeAddressFault(setup.fault));
    case 'noKey':
      return setup.isKeyLost
        ? l10n.t('Your key is gone: this computer has no keyring, so keys are kept in memory only. Enter it again.')
        : l10n.t('To begin, enter your API key for {0}.', setup.address.origin);
    case 'otherOrigin':
      return l10n.t('Your key was entered for {0}. Set it for {1} before it goes there.', setup.keyOrigin, setup.address.origin);
  }
}

function sentAttachmentView(attachment: Attachment): AttachmentView {
  const { id, code, languageId } = attachment;
  return { id, label: attachmentLabel(attachment), code, languageId, size: '' };
}

function footer({ cost }: Reply): string {
  if (cost === undefined || cost.high === 0) return '';
  const locale = vscode.env.language;
  const input = formatTokens(cost.inputTokens, locale);
  const output = formatTokens(cost.outputTokens, locale);
  const price = formatRange(cost, locale);
  if (!cost.isReported) return vscode.l10n.t('≈{0} · ≈ {1} tokens in, {2} out', price, input, output);
  const cached = formatTokens(cost.cachedInputTokens, locale);
  return cost.cachedInputTokens === 0
    ? vscode.l10n.t('{0} · {1} tokens in, {2} out', price, input, output)
    : vscode.l10n.t('{0} · {1} tokens in ({2} cached), {3} out', price, input, cached, output);
}

function noticeView(reply: Reply): NoticeView | undefined {
  const { l10n } = vscode;
  const goOn: ActionId = reply.text === '' ? 'retry' : 'continue';
  switch (reply.state) {
    case 'pending':
    case 'connecting':
    case 'streaming':
      return undefined;
    case 'complete':
      return finishNotice(reply);
    case 'stopped':
      return notice('info', l10n.t('You stopped this reply.'), [goOn]);
    case 'incomplete':
      return notice('info', l10n.t('This reply broke off before its end. What came is kept.'), [goOn]);
    case 'failed': {
      const { text, actions } = describeError(reply.ending?.error ?? { name: 'APIError', detail: '' });
      return notice('error', text, actions);
    }
  }
}

function finishNotice({ ending }: Reply): NoticeView | undefined {
  switch (ending?.finishReason) {
    case 'length':
      return notice('info', vscode.l10n.t('The reply reached the service’s length limit.'), ['continue']);
    case 'content_filter':
      return notice('info', vscode.l10n.t('The service’s content filter ended this reply.'), []);
    default:
      return undefined;
  }
}

function notice(severity: NoticeView['severity'], text: string, actions: readonly ActionId[]): NoticeView {
  return { severity, text, actions: actions.map(actionView) };
}

function actionView(id: ActionId): ActionView {
  const { l10n } = vscode;
  const labels: Readonly<Record<ActionId, string>> = {
    retry: l10n.t('Retry'),
    continue: l10n.t('Continue'),
    setApiKey: l10n.t('Set API key'),
    checkConnection: l10n.t('Check connection'),
    openSettings: l10n.t('Open settings'),
    openAccount: l10n.t('Open account page'),
    showLog: l10n.t('Show log'),
  };
  return { id, label: labels[id] };
}
