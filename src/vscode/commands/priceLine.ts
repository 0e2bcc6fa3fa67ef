import type * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import type { WorkspaceChatEvent } from '../../chat/conversation/conversationEvent.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { plainName } from '../dialogs/plainText.ts';
import { mayChangePrices } from '../panel/estimates/pricedEvents.ts';
import { priceText } from '../spend/tokenTexts.ts';

/** Estimates and shows the price of the question that an input box or a list would send now. */
export interface PriceLine {
  /** Must be called at the beginning, and when the text of the question has changed. Does not wait for the estimate. */
  readonly update: () => void;
  /**
   * Returns the upper bound, in nano-dollars, of the price that was shown last, or 0 if none was shown. With `text`, also
   * returns 0 if the price was shown for another text.
   */
  readonly shownPrice: (text?: string) => number;
  readonly dispose: () => void;
}

export interface ShownPriceLine {
  /** The tokens and the price, such as `≈107 tokens in · ≈$0.0001 + reply`. */
  readonly price: string;
  /** The title of the session to which the question would be sent. Empty for a session without a title. */
  readonly session: string;
}

/**
 * Opens a price line for a question with `attachments`.
 *
 * @param text Returns the text of the question, or undefined if the question would not be sent. No price is shown then.
 */
export type OpenPriceLine = (
  attachments: readonly Attachment[],
  text: () => string | undefined,
  show: (line: ShownPriceLine) => void,
) => PriceLine;

/** @param isPriceKnown Returns false if a price is set to a value that is not an amount. No price is shown then. */
export function createPriceLines(
  chat: Pick<WorkspaceChat, 'session' | 'estimateAsk'>,
  onDidChangeChat: vscode.Event<WorkspaceChatEvent>,
  isPriceKnown: () => boolean,
): OpenPriceLine {
  return (attachments, text, show) => {
    let shown: { readonly text: string; readonly price: number } | undefined;
    let pricedText: string | undefined;
    let isUpdating = false;
    let isClosed = false;

    const estimate = async (current: string) => {
      const { session } = chat;
      const cost = await chat.estimateAsk(current, attachments);
      if (isClosed || text() === undefined) return;
      show({ price: priceText(cost), session: plainName(session.title) });
      shown = { text: current, price: cost.high };
    };
    /** Runs one estimate at a time, because the selection and the conversation may be large. */
    const update = async () => {
      if (isUpdating) return;
      isUpdating = true;
      try {
        while (!isClosed && isPriceKnown() && pricedText !== text()) {
          pricedText = text();
          if (pricedText !== undefined) await estimate(pricedText);
        }
      } finally {
        isUpdating = false;
      }
    };
    // Ignore failures, because the question can be sent without an estimate. The user is then asked, if it is expensive.
    const tryUpdate = () => void update().catch(() => undefined);
    const subscription = onDidChangeChat((event) => {
      if (!mayChangePrices(event)) return;
      pricedText = undefined;
      tryUpdate();
    });

    return {
      update: tryUpdate,
      shownPrice: (wanted = shown?.text) => (shown !== undefined && shown.text === wanted ? shown.price : 0),
      dispose: () => {
        isClosed = true;
        subscription.dispose();
      },
    };
  };
}
