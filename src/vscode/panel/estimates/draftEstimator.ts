import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { composeContent, withInstructions } from '../../../chat/messages/composeContent.ts';
import { switchedOn, type Attachment } from '../../../chat/messages/attachment.ts';
import type { QueuedMessage } from '../../../chat/draft/draftStore.ts';
import type { ChatSession } from '../../../chat/conversation/chatSession.ts';
import type { WorkspaceChat } from '../../../chat/conversation/workspaceChat.ts';
import type { WorkspaceChatEvent } from '../../../chat/conversation/conversationEvent.ts';
import type { AttachmentView } from '../../../common/protocol/draftProtocol.ts';
import type { EstimateView } from '../../../common/protocol/estimateProtocol.ts';
import type { CostRange } from '../../../common/costRange.ts';
import { noCost, noHistory, type Cost, type Estimate } from '../../../meter/cost.ts';
import type { Meter } from '../../../meter/meter.ts';
import { formatMarkedRange } from '../../../common/text/formatCost.ts';
import { sessionSurchargeOf } from '../../../meter/sessionSurcharge.ts';
import type { TokenCounter } from '../../../meter/tokenCounter.ts';
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
  dispose(): void;
}

const debounceMilliseconds = 150;
const emptyEstimate: EstimateView = { text: '' };
const noPrices: ShownPrices = { draft: 0, queue: {} };

/** @param instructions Returns the user's instructions; empty if there are none. */
export function createDraftEstimator(
  chat: WorkspaceChat,
  counter: TokenCounter,
  meter: Pick<Meter, 'estimate'>,
  instructions: () => string,
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
    const { draft, session } = chat;
    const { queue } = draft;
    if (isEmpty() && !hasQueue()) return;
    latestUpdate += 1;
    const thisUpdate = latestUpdate;
    const content = composeContent(draft.text.trim(), switchedOn(draft.attachments));
    const automatic = queue.filter((each) => !draft.isHeld(each, session.id));
    const [own, costs] = await Promise.all([
      isEmpty() ? { view: emptyEstimate, high: 0 } : estimateDraft(session, content, automatic, priceAlone),
      estimateQueue(session, queue, automatic),
    ]);
    if (thisUpdate !== latestUpdate) return;
    const shown = { draft: own.high, queue: byId(queue, costs, ({ high }) => high) };
    show({ ...own.view, ...(queue.length > 0 && { queue: byId(queue, costs, priceText) }) }, shown);
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
    dispose: () => {
      clearTimeout(timer);
      estimateChanged.dispose();
      attachmentCounted.dispose();
    },
  };
}

/** `automatic` are the queued messages that are sent before the draft. */
async function estimateDraft(
  session: Pick<ChatSession, 'estimateNext'>,
  content: string,
  automatic: readonly QueuedMessage[],
  priceAlone: (content: string) => Promise<Cost>,
): Promise<{ readonly view: EstimateView; readonly high: number }> {
  const [costs, alone] = await Promise.all([
    session.estimateNext([...automatic.map(contentOf), content]),
    priceAlone(content),
  ]);
  const cost = costs.at(-1) ?? alone;
  return { view: toDraftEstimate(cost, alone), high: cost.high };
}

/**
 * Returns the costs of the messages of the queue. The `automatic` messages are sent one after another. The user can send
 * each of the other messages after them.
 */
async function estimateQueue(
  session: Pick<ChatSession, 'estimateNext'>,
  queue: readonly QueuedMessage[],
  automatic: readonly QueuedMessage[],
): Promise<readonly Estimate[]> {
  const before = automatic.map(contentOf);
  const costs = session.estimateNext(before);
  return Promise.all(
    queue.map(async (message) => {
      const index = automatic.indexOf(message);
      const cost =
        index === -1 ? (await session.estimateNext([...before, contentOf(message)])).at(-1) : (await costs)[index];
      return cost ?? noCost;
    }),
  );
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
 */
function toDraftEstimate(cost: Estimate, alone: Cost): EstimateView {
  const text = priceText(cost);
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
