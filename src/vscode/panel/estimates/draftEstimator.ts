import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { composeContent, withInstructions } from '../../../chat/messages/composeContent.ts';
import { switchedOn, type Attachment } from '../../../chat/messages/attachment.ts';
import type { ChatDraft } from '../../../chat/draft/chatDraft.ts';
import type { QueuedMessage } from '../../../chat/draft/draftStore.ts';
import type { ChatSession } from '../../../chat/conversation/chatSession.ts';
import type { WorkspaceChat } from '../../../chat/conversation/workspaceChat.ts';
import type { WorkspaceChatEvent } from '../../../chat/conversation/conversationEvent.ts';
import type { AttachmentView } from '../../../common/protocol/draftProtocol.ts';
import type { EstimateView } from '../../../common/protocol/estimateProtocol.ts';
import type { CostRange } from '../../../common/costRange.ts';
import { noCost, noHistory, type Cost, type Estimate } from '../../../meter/cost.ts';
import type { Meter } from '../../../meter/meter.ts';
import { formatLeft, formatMarkedRange } from '../../../common/text/formatCost.ts';
import { sessionSurchargeOf } from '../../../meter/sessionSurcharge.ts';
import type { TokenCounter } from '../../../meter/tokenCounter.ts';
import type { AccountBalance } from '../../spend/accountBalance.ts';
import { priceText } from '../../spend/tokenTexts.ts';
import { createAttachmentTokens } from './attachmentTokens.ts';
import { createInstructionsChip } from './instructionsChip.ts';
import { mayChangePrices } from './pricedEvents.ts';

/** Upper bounds, in nano-dollars, of prices that are shown. */
export interface ShownPrices {
  /** The price of the draft; 0 if none is shown. */
  readonly draft: number;
  /** The prices of the queued messages, by the ids of the messages. */
  readonly queue: Readonly<Record<string, number>>;
}

/**
 * Estimates the costs of sending the draft and the queued messages. Starts the estimate 150 ms after the last call that
 * scheduled one.
 */
export interface DraftEstimator {
  /** The last estimate. Its `text` is empty for an empty draft. */
  readonly estimate: EstimateView;
  /** Returns the prices of the last estimate. The draft may have changed since. */
  readonly shownPrices: () => ShownPrices;
  readonly onDidChangeEstimate: vscode.Event<EstimateView>;
  /** Returns the chip of the user's instructions, if the next message sends them or if they are switched off. */
  readonly instructions: () => AttachmentView | undefined;
  /** Returns the number of tokens of an attachment, or undefined until the tokens are counted. */
  tokensOf(attachment: Attachment): number | undefined;
  /** Fires when the tokens of an attachment were counted, or when the chip of the instructions has changed. */
  readonly onDidCountAttachment: vscode.Event<void>;
  /**
   * Schedules a new estimate if the event may change the price of the draft or of a queued message. If another session is
   * shown, clears the current estimate at once.
   */
  handleChatEvent(event: WorkspaceChatEvent): void;
  /**
   * Schedules a new estimate, with new prices and ratios. If the draft is empty, clears the current estimate at once.
   */
  readonly refresh: () => void;
  /** Must be called when the recorded balance may have changed. Schedules a new estimate. */
  readonly refreshBalance: () => void;
  dispose(): void;
}

const debounceMilliseconds = 150;
const emptyEstimate: EstimateView = { text: '' };
const noPrices: ShownPrices = { draft: 0, queue: {} };

/**
 * @param instructions Returns the user's instructions; empty if there are none.
 * @param isMoved Returns true if the next message quotes the conversation, because another service has it.
 */
export function createDraftEstimator(
  chat: WorkspaceChat,
  counter: TokenCounter,
  meter: Pick<Meter, 'estimate'>,
  instructions: () => string,
  balance: Pick<AccountBalance, 'left'>,
  isMoved: () => boolean,
): DraftEstimator {
  const estimateChanged = new vscode.EventEmitter<EstimateView>();
  const attachmentCounted = new vscode.EventEmitter<void>();
  const tokens = createAttachmentTokens(counter);
  let lastEstimate = emptyEstimate;
  let prices = noPrices;
  let timer: NodeJS.Timeout | undefined;
  let latestUpdate = 0;

  const chip = createInstructionsChip(chat, counter, meter);

  /** Estimates the cost of sending `content` as the first message of a new session. */
  const priceAlone = async (content: string) =>
    meter.estimate({ history: noHistory, content: withInstructions(instructions() || undefined, content) });

  const updateChip = async () => {
    if (await chip.update()) attachmentCounted.fire();
  };

  const countAttachments = async () => {
    if (await tokens.count(chat.draft.attachments)) attachmentCounted.fire();
  };

  const isEmpty = () => chat.draft.text.trim() === '' && switchedOn(chat.draft.attachments).length === 0;

  const hasQueue = () => chat.draft.queue.length > 0;

  const show = (estimate: EstimateView, shown: ShownPrices) => {
    prices = shown;
    if (isDeepStrictEqual(estimate, lastEstimate)) return;
    lastEstimate = estimate;
    estimateChanged.fire(lastEstimate);
  };

  /** Shows `estimate`, and ignores the results of running estimates, which are outdated. */
  const replace = (estimate: EstimateView, shown: ShownPrices) => {
    latestUpdate += 1;
    show(estimate, shown);
  };

  const update = async () => {
    if (isEmpty() && !hasQueue()) return;
    latestUpdate += 1;
    const thisUpdate = latestUpdate;
    const { draft, session } = chat;
    const content = isEmpty() ? undefined : composeContent(draft.text.trim(), switchedOn(draft.attachments));
    const remarks = isMoved()
      ? [vscode.l10n.t('Includes the conversation so far, because this service doesn’t have it.')]
      : [];
    const [view, shown] = await estimateAll(session, draft, content, priceAlone, balance, remarks);
    if (thisUpdate === latestUpdate) show(view, shown);
  };

  const schedule = () => {
    clearTimeout(timer);
    if (isEmpty()) {
      // The estimates belong to a draft that was sent or deleted.
      const { queue } = lastEstimate;
      replace({ ...emptyEstimate, ...(hasQueue() && queue && { queue }) }, { ...prices, draft: 0 });
    }
    timer = setTimeout(() => {
      // Ignore failures, because the message can be sent without an estimate.
      Promise.all([update(), countAttachments(), updateChip()]).catch(() => undefined);
    }, debounceMilliseconds);
  };

  return {
    get estimate() {
      return lastEstimate;
    },
    shownPrices: () => prices,
    onDidChangeEstimate: estimateChanged.event,
    instructions: chip.view,
    tokensOf: tokens.of,
    onDidCountAttachment: attachmentCounted.event,
    handleChatEvent: (event) => {
      if (event.type === 'sessionChanged') replace(emptyEstimate, noPrices);
      if (event.type === 'costSoFarChanged' && isEmpty() && !hasQueue()) return;
      if (event.type === 'draftChanged' || mayChangePrices(event)) schedule();
    },
    refresh: () => {
      chip.expire();
      schedule();
    },
    refreshBalance: schedule,
    dispose: () => {
      clearTimeout(timer);
      estimateChanged.dispose();
      attachmentCounted.dispose();
    },
  };
}

/**
 * Estimates the costs of the messages of the queue and of the draft. The messages that are not held are sent one after
 * another. The user can send each of the other messages, or the draft, after them. Estimates all costs in the session in
 * one call, because each call may read the whole conversation. Returns the estimate to show, and its prices.
 *
 * @param content the whole text of the draft; undefined if it is empty
 * @param remarks sentences about the draft, to show below its price
 */
async function estimateAll(
  session: Pick<ChatSession, 'estimateNext' | 'id'>,
  draft: Pick<ChatDraft, 'queue' | 'isHeld'>,
  content: string | undefined,
  priceAlone: (content: string) => Promise<Cost>,
  balance: Pick<AccountBalance, 'left'>,
  remarks: readonly string[],
): Promise<readonly [EstimateView, ShownPrices]> {
  const { queue } = draft;
  const isHeld = (message: QueuedMessage) => draft.isHeld(message, session.id);
  const [automatic, held] = [queue.filter((each) => !isHeld(each)), queue.filter(isHeld)];
  const alternatives = [...held.map(contentOf), ...(content === undefined ? [] : [content])];
  const [costs, alone] = await Promise.all([
    session.estimateNext(automatic.map(contentOf), alternatives),
    content === undefined ? undefined : priceAlone(content),
  ]);
  const own = content === undefined ? undefined : costs.at(-1);
  const view = own && alone ? toDraftEstimate(own, alone, balance.left(), remarks) : emptyEstimate;
  const priced = [...automatic, ...held];
  const queued = queue.map((each) => costs[priced.indexOf(each)] ?? noCost);
  return [
    { ...view, ...(queue.length > 0 && { queue: byId(queue, queued, priceText) }) },
    { draft: own?.high ?? 0, queue: byId(queue, queued, ({ high }) => high) },
  ];
}

function contentOf({ text, attachments }: QueuedMessage): string {
  return composeContent(text, attachments);
}

/** Returns what `convert` returns for the costs of the queued messages, by the ids of the messages. */
function byId<T>(
  queue: readonly { readonly id: string }[],
  costs: readonly Estimate[],
  convert: (cost: Estimate) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(queue.map(({ id }, index) => [id, convert(costs[index] ?? noCost)] as const));
}

/**
 * @param cost The cost of a message in the current session.
 * @param alone The cost of the same message in a new session.
 * @param left What is left of the recorded balance, in nano-dollars; undefined if none is recorded.
 * @param remarks See estimateAll.
 */
function toDraftEstimate(
  cost: Estimate,
  alone: Cost,
  left: number | undefined,
  remarks: readonly string[],
): EstimateView {
  const excess = left !== undefined && cost.high > left ? [excessSentence(left)] : [];
  const text = [priceText(cost), ...remarks, ...excess].join('\n');
  const surcharge = sessionSurchargeOf(cost, alone);
  if (surcharge === undefined) return { text };
  const amount = (range: Pick<CostRange, 'low' | 'high'>) =>
    formatMarkedRange({ ...range, isReported: false }, vscode.env.language);
  return {
    text,
    sessionHint: vscode.l10n.t(
      'This session adds {0} to the cost of each message. A new session starts at {1}.',
      amount(surcharge.added),
      amount(surcharge.alone),
    ),
  };
}

/** @param left What is left of the recorded balance, in nano-dollars; less than the price. */
function excessSentence(left: number): string {
  const { l10n, env } = vscode;
  if (left === 0) return l10n.t('Your recorded balance is used up.');
  return l10n.t('This is more than your recorded balance of {0}.', formatLeft(left, env.language));
}
