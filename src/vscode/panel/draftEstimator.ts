import * as vscode from 'vscode';
import { composeContent } from '../../chat/messages/composeContent.ts';
import { switchedOn, type Attachment } from '../../chat/messages/attachment.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import type { EstimateView } from '../../common/protocol/estimateProtocol.ts';
import type { Cost } from '../../meter/cost.ts';
import { formatNanoDollars, formatRange, formatTokens } from '../../common/formatCost.ts';
import { sessionSurcharge } from '../../meter/sessionSurcharge.ts';
import type { TokenCounter } from '../../meter/tokenCounter.ts';

/** What the draft would cost, counted a moment after the last change. */
export interface DraftEstimator {
  dispose(): void;
  /** Says nothing for an empty draft. */
  readonly estimate: EstimateView;
  /** Undefined until they are counted. */
  tokensOf(attachment: Attachment): number | undefined;
  /** The draft or the session changed. */
  refresh(): void;
}

export interface DraftEstimatorDependencies {
  readonly chat: WorkspaceChat;
  readonly counter: TokenCounter;
  /** What a message costs as the first one of a session. */
  readonly priceAlone: (content: string) => Promise<Cost>;
  readonly onDidChangeEstimate: (estimate: EstimateView) => void;
  readonly onDidCountAttachment: () => void;
}

const settleMilliseconds = 150;
const nothing: EstimateView = { text: '' };

export function createDraftEstimator(dependencies: DraftEstimatorDependencies): DraftEstimator {
  const { chat, counter, priceAlone, onDidChangeEstimate, onDidCountAttachment } = dependencies;
  const counts = new Map<string, number>();
  let shown = nothing;
  let timer: NodeJS.Timeout | undefined;
  let latest = 0;

  const countAttachments = async () => {
    const uncounted = chat.draft.attachments.filter(({ id }) => !counts.has(id));
    if (uncounted.length === 0) return;
    await Promise.all(uncounted.map(async ({ id, code }) => counts.set(id, await counter.count(code))));
    onDidCountAttachment();
  };

  const isEmpty = () => chat.draft.text.trim() === '' && switchedOn(chat.draft.attachments).length === 0;

  const show = (estimate: EstimateView) => {
    if (estimate.text === shown.text && estimate.sessionHint === shown.sessionHint) return;
    shown = estimate;
    onDidChangeEstimate(shown);
  };

  const update = async () => {
    if (isEmpty()) return;
    latest += 1;
    const mine = latest;
    const { draft } = chat;
    const content = composeContent(draft.text.trim(), switchedOn(draft.attachments));
    const [cost, alone] = await Promise.all([chat.session.estimate(content), priceAlone(content)]);
    if (mine === latest) show(estimateView(cost, alone));
  };

  return {
    get estimate() {
      return shown;
    },
    tokensOf: ({ id }) => counts.get(id),
    refresh() {
      clearTimeout(timer);
      if (isEmpty()) {
        // What was sent is not the price of what is typed next, nor is what is still being counted of it.
        latest += 1;
        show(nothing);
      }
      timer = setTimeout(() => {
        // A count that fails leaves its place empty; the message can be sent all the same.
        Promise.all([update(), countAttachments()]).catch(() => undefined);
      }, settleMilliseconds);
    },
    dispose: () => clearTimeout(timer),
  };
}

/** `alone` is what it would cost in a new session. */
function estimateView(cost: Cost, alone: Cost): EstimateView {
  const locale = vscode.env.language;
  const { l10n } = vscode;
  const text = l10n.t('≈ {0} tokens in · {1} + reply', formatTokens(cost.inputTokens, locale), formatRange(cost, locale));
  const surcharge = sessionSurcharge(cost, alone);
  if (surcharge === undefined) return { text };
  const amount = (nanoDollars: number) => formatNanoDollars(nanoDollars, locale);
  return { text, sessionHint: l10n.t('This session adds ≈ {0} to each message; a new one starts at {1}.', amount(surcharge.added), amount(surcharge.alone)) };
}
