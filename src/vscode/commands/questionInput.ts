import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import type { SendOptions } from '../../chat/conversation/chatSession.ts';
import { withoutLinks } from '../dialogs/plainText.ts';
import type { OpenPriceLine } from './priceLine.ts';

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

export function createQuestionInput(openPriceLine: OpenPriceLine): QuestionInput {
  let unsent = '';
  return {
    async ask(title, attachments) {
      const { promise: accepted, resolve } = Promise.withResolvers<boolean>();
      const input = vscode.window.createInputBox();
      input.title = title;
      input.placeholder = vscode.l10n.t('Your question');
      input.ignoreFocusOut = true;
      input.value = unsent;
      const line = openPriceLine(
        attachments,
        () => input.value.trim(),
        ({ price, session }) => {
          input.prompt = withoutLinks(session === '' ? price : vscode.l10n.t('In “{0}”: {1}', session, price));
        },
      );
      // Keep the text while the user types, because the next box may open before this box is hidden.
      input.onDidChangeValue((value) => {
        unsent = value;
        line.update();
      });
      input.onDidAccept(() => resolve(true));
      input.onDidHide(() => {
        line.dispose();
        resolve(false);
      });
      line.update();
      input.show();
      const isAccepted = await accepted;
      const text = input.value.trim();
      const question = { text, shownPrice: line.shownPrice() };
      input.dispose();
      if (!isAccepted) return undefined;
      unsent = '';
      return text === '' ? undefined : question;
    },
  };
}
