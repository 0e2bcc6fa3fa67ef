import * as vscode from 'vscode';
import { composeContent } from '../../chat/messages/composeContent.ts';
import { switchedOn, type Attachment } from '../../chat/messages/attachment.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import type { WorkspaceChatEvent } from '../../chat/conversation/conversationEvent.ts';
import type { EstimateView } from '../../common/protocol/estimateProtocol.ts';
import type { Cost } from '../../meter/cost.ts';
import { formatNanoDollars, formatRange, formatTokens } from '../../common/formatCost.ts';
import { sessionSurchargeOf } from '../../meter/sessionSurcharge.ts';
import type { TokenCounter } from '../../meter/tokenCounter.ts';

/** The price of the draft, counted a moment after its last change. */
export interface DraftEstimator {
  /** Empty for an empty draft. */
  readonly estimate: EstimateView;
  readonly onDidChangeEstimate: vscode.Event<EstimateView>;
  /** The tokens of an attachment; undefined until they are counted. */
  tokensOf(attachment: Attachment): number | undefined;
  readonly onDidCountAttachment: vscode.Event<void>;
  /** Counts again when a change of the chat concerns the draft's price. */
  handleChatEvent(event: WorkspaceChatEvent): void;
  /** Counts again, a moment from now. */
  readonly refresh: () => void;
  dispose(): void;
}

const settleMilliseconds = 150;
const nothing: EstimateView = { text: '' };

const pricedEvents: ReadonlySet<WorkspaceChatEvent['type']> = new Set([
  'draftChanged',
  'sessionChanged',
  'exchangeDeleted',
  'exchangeRestored',
]);

/** `priceAlone` is the cost of a message as the first one of a session. */
export function createDraftEstimator(
  chat: WorkspaceChat,
  counter: TokenCounter,
  priceAlone: (content: string) => Promise<Cost>,
): DraftEstimator {
  const estimateChanged = new vscode.EventEmitter<EstimateView>();
  const attachmentCounted = new vscode.EventEmitter<void>();
  const counts = new Map<string, number>();
  let shown = nothing;
  let timer: NodeJS.Timeout | undefined;
  let latest = 0;

  const countAttachments = async () => {
    const uncounted = chat.draft.attachments.filter(({ id }) => !counts.has(id));
    if (uncounted.length === 0) return;
    await Promise.all(uncounted.map(async ({ id, code }) => counts.set(id, await counter.count(code))));
    attachmentCounted.fire();
  };

  const isEmpty = () => chat.draft.text.trim() === '' && switchedOn(chat.draft.attachments).length === 0;

  const show = (estimate: EstimateView) => {
    if (estimate.text === shown.text && estimate.sessionHint === shown.sessionHint) return;
    shown = estimate;
    estimateChanged.fire(shown);
  };

  const update = async () => {
    if (isEmpty()) return;
    latest += 1;
    const mine = latest;
    const { draft } = chat;
    const content = composeContent(draft.text.trim(), switchedOn(draft.attachments));
    const [cost, alone] = await Promise.all([chat.session.estimate(content), priceAlone(content)]);
    if (mine === latest) show(toEstimateView(cost, alone));
  };

  const refresh = () => {
    clearTimeout(timer);
    if (isEmpty()) {
      // The price of a message that was sent is not the price of the text typed next; nor is a count that still runs.
      latest += 1;
      show(nothing);
    }
    timer = setTimeout(() => {
      // A count that fails leaves its place empty; the message can be sent all the same.
      Promise.all([update(), countAttachments()]).catch(() => undefined);
    }, settleMilliseconds);
  };

  return {
    get estimate() {
      return shown;
    },
    onDidChangeEstimate: estimateChanged.event,
    tokensOf: ({ id }) => counts.get(id),
    onDidCountAttachment: attachmentCounted.event,
    handleChatEvent: (event) => {
      const isBooked = event.type === 'replyChanged' && event.reply.cost !== undefined;
      if (isBooked || pricedEvents.has(event.type)) refresh();
    },
    refresh,
    dispose: () => {
      clearTimeout(timer);
      estimateChanged.dispose();
      attachmentCounted.dispose();
    },
  };
}

/** `alone` is the cost in a new session. */
function toEstimateView(cost: Cost, alone: Cost): EstimateView {
  const locale = vscode.env.language;
  const { l10n } = vscode;
  const text = l10n.t(
    '≈ {0} tokens in · {1} + reply',
    formatTokens(cost.inputTokens, locale),
    formatRange(cost, locale),
  );
  const surcharge = sessionSurchargeOf(cost, alone);
  if (surcharge === undefined) return { text };
  const amount = (nanoDollars: number) => formatNanoDollars(nanoDollars, locale);
  return {
    text,
    sessionHint: l10n.t(
      'This session adds ≈ {0} to each message; a new one starts at {1}.',
      amount(surcharge.added),
      amount(surcharge.alone),
    ),
  };
}
