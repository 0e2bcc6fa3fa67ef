import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import type { SendOptions } from '../../chat/conversation/chatSession.ts';
import type { WorkspaceChatEvent } from '../../chat/conversation/conversationEvent.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { plainName, withoutLinks } from '../dialogs/plainText.ts';
import { mayChangePrices } from '../panel/estimates/pricedEvents.ts';
import { priceText } from '../spend/tokenTexts.ts';

/** Asks the user for questions in an input box. The box shows the price of the question. */
export interface QuestionInput {
  /**
   * Asks for a question about `attachments`. Begins with the text of the last question that the user has typed, but
   * not sent, in this window. Resolves with undefined if the user cancels, or enters no text.
   */
  ask(title: string, attachments: readonly Attachment[]): Promise<EnteredQuestion | undefined>;
}

/** A question, and the price that the box showed last. */
export interface EnteredQuestion extends SendOptions {
  readonly text: string;
}

/** @param isPriceKnown Returns false if a price is set to a value that is not an amount. No price is shown then. */
export function createQuestionInput(
  chat: Pick<WorkspaceChat, 'session' | 'estimateAsk'>,
  onDidChangeChat: vscode.Event<WorkspaceChatEvent>,
  isPriceKnown: () => boolean,
): QuestionInput {
  let unsent = '';
  return {
    async ask(title, attachments) {
      const { promise: accepted, resolve } = Promise.withResolvers<boolean>();
      const input = vscode.window.createInputBox();
      input.title = title;
      input.placeholder = vscode.l10n.t('Your question');
      input.ignoreFocusOut = true;
      input.value = unsent;
      const price = createPricePrompt(input, chat, attachments, isPriceKnown);
      // Keep the text while the user types, because the next box may open before this box is hidden.
      input.onDidChangeValue((value) => {
        unsent = value;
        price.update();
      });
      input.onDidAccept(() => resolve(true));
      input.onDidHide(() => resolve(false));
      const subscription = onDidChangeChat((event) => {
        if (mayChangePrices(event)) price.expire();
      });
      price.update();
      input.show();
      const isAccepted = await accepted;
      const text = input.value.trim();
      const question = { text, shownPrice: price.shownPrice() };
      subscription.dispose();
      input.dispose();
      if (!isAccepted) return undefined;
      unsent = '';
      return text === '' ? undefined : question;
    },
  };
}

/**
 * Shows the price of the question in the prompt of an input box. `update` must be called at the beginning, and when the
 * text has changed. `expire` must be called when the price of the same text may have changed. `shownPrice` returns the
 * upper bound of the shown price in nano-dollars, or 0 if none is shown.
 */
function createPricePrompt(
  input: vscode.InputBox,
  chat: Pick<WorkspaceChat, 'session' | 'estimateAsk'>,
  attachments: readonly Attachment[],
  isPriceKnown: () => boolean,
) {
  let shownPrice = 0;
  let pricedText: string | undefined;
  let isUpdating = false;
  let isClosed = false;

  /** Runs one estimate at a time, because the selection and the conversation may be large. */
  const update = async () => {
    if (isUpdating) return;
    isUpdating = true;
    try {
      while (!isClosed && isPriceKnown() && pricedText !== input.value.trim()) {
        const text = input.value.trim();
        pricedText = text;
        const { session } = chat;
        const cost = await chat.estimateAsk(text, attachments);
        const price = priceText(cost);
        const title = plainName(session.title);
        input.prompt = withoutLinks(title === '' ? price : vscode.l10n.t('In “{0}”: {1}', title, price));
        shownPrice = cost.high;
      }
    } finally {
      isUpdating = false;
    }
  };
  // Ignore failures, because the question can be sent without an estimate. The user is then asked, if it is expensive.
  const tryUpdate = () => void update().catch(() => undefined);

  input.onDidHide(() => (isClosed = true));
  return {
    update: tryUpdate,
    expire: () => {
      pricedText = undefined;
      tryUpdate();
    },
    shownPrice: () => shownPrice,
  };
}
