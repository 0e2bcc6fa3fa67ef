import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import type { SendOptions } from '../../chat/conversation/chatSession.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { plainName, withoutLinks } from '../dialogs/plainText.ts';
import { priceText } from '../spend/tokenTexts.ts';

/** Asks the user for questions in an input box. The box shows the price of the question. */
export interface QuestionInput {
  /**
   * Asks for a question about `attachments`. Begins with the text of the last question that the user has cancelled in
   * this window. Resolves with undefined if the user cancels, or enters no text.
   */
  ask(title: string, attachments: readonly Attachment[]): Promise<EnteredQuestion | undefined>;
}

export interface EnteredQuestion extends SendOptions {
  readonly text: string;
}

/** @param isPriceKnown Returns false if a price is set to a value that is not an amount. No price is shown then. */
export function createQuestionInput(
  chat: Pick<WorkspaceChat, 'session' | 'estimateAsk'>,
  isPriceKnown: () => boolean,
): QuestionInput {
  let cancelled = '';
  return {
    async ask(title, attachments) {
      const { promise: accepted, resolve } = Promise.withResolvers<boolean>();
      const input = vscode.window.createInputBox();
      input.title = title;
      input.placeholder = vscode.l10n.t('Your question');
      input.ignoreFocusOut = true;
      input.value = cancelled;
      const price = createPricePrompt(input, chat, attachments, isPriceKnown);
      input.onDidChangeValue(price.update);
      input.onDidAccept(() => resolve(true));
      input.onDidHide(() => resolve(false));
      price.update();
      input.show();
      const isAccepted = await accepted;
      const text = input.value.trim();
      const question = { text, isPriceUnseen: !price.isShownFor(text) };
      input.dispose();
      cancelled = isAccepted ? '' : input.value;
      return isAccepted && text !== '' ? question : undefined;
    },
  };
}

/**
 * Shows the price of the question in the prompt of an input box. `update` must be called at the beginning, and when the
 * text has changed. `isShownFor` returns true if the shown price is the price of this text in the session that is
 * shown now.
 */
function createPricePrompt(
  input: vscode.InputBox,
  chat: Pick<WorkspaceChat, 'session' | 'estimateAsk'>,
  attachments: readonly Attachment[],
  isPriceKnown: () => boolean,
) {
  let latest: { readonly text: string; readonly session: WorkspaceChat['session'] } | undefined;
  let isUpdating = false;
  let isClosed = false;
  const isLatest = (text: string) => latest?.text === text && latest.session === chat.session;

  /** Runs one estimate at a time, because the selection and the conversation may be large. */
  const update = async () => {
    if (isUpdating) return;
    isUpdating = true;
    try {
      while (!isClosed && isPriceKnown() && !isLatest(input.value.trim())) {
        const { session } = chat;
        const text = input.value.trim();
        const price = priceText(await chat.estimateAsk(text, attachments));
        const title = plainName(session.title);
        input.prompt = withoutLinks(title === '' ? price : vscode.l10n.t('In “{0}”: {1}', title, price));
        latest = { text, session };
      }
    } finally {
      isUpdating = false;
    }
  };

  input.onDidHide(() => (isClosed = true));
  return {
    // Ignore failures, because the question can be sent without an estimate. The user is then asked, if it is expensive.
    update: () => void update().catch(() => undefined),
    isShownFor: isLatest,
  };
}
