import * as vscode from 'vscode';
import { withoutLinks } from './plainText.ts';

/** The labels of the buttons. VS Code's options for the message, such as `modal`, may come before the labels. */
type Choices = readonly string[] | readonly [vscode.MessageOptions, ...string[]];

/**
 * Shows a message with the icon of information. Resolves with the label of the button that the user clicked, or with
 * undefined if the user closed the message. Links in the message are shown as text.
 */
export async function showInformation(message: string, ...choices: Choices): Promise<string | undefined> {
  return show(vscode.window.showInformationMessage, message, choices);
}

/** Shows a message with the icon of a warning (see showInformation). */
export async function showWarning(message: string, ...choices: Choices): Promise<string | undefined> {
  return show(vscode.window.showWarningMessage, message, choices);
}

/** Shows a message with the icon of an error (see showInformation). */
export async function showError(message: string, ...choices: Choices): Promise<string | undefined> {
  return show(vscode.window.showErrorMessage, message, choices);
}

async function show(
  showMessage: typeof vscode.window.showInformationMessage,
  message: string,
  choices: Choices,
): Promise<string | undefined> {
  const text = withoutLinks(message);
  const [first, ...others] = choices;
  return typeof first === 'object'
    ? showMessage(text, first, ...(others as string[]))
    : showMessage(text, ...(choices as string[]));
}
