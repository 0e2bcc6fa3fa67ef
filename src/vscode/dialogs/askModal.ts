import { showWarning } from './messages.ts';

/** The labels of a question's buttons. `acting` sends, spends, reveals, replaces or deletes something. */
interface Buttons {
  readonly safe: string;
  readonly acting: string;
}

/**
 * Asks a question in a modal dialog. Resolves with the kind of the pressed button, or undefined if the user closes the
 * dialog. The safe button is the first button, because Enter presses the first button. The user may still hold Enter
 * down after the action that led to the question. Do not set VS Code's `isCloseAffordance` on the safe button to replace
 * VS Code's Cancel button: VS Code would put the safe button last, so that Enter would press the acting button.
 */
export async function askModal(
  question: string,
  detail: string,
  { safe, acting }: Buttons,
): Promise<keyof Buttons | undefined> {
  const pressed = await showWarning(question, { modal: true, detail }, safe, acting);
  if (pressed === safe) return 'safe';
  return pressed === acting ? 'acting' : undefined;
}

/** Asks a question as `askModal` does. Resolves with true only if the user presses the acting button. */
export async function confirm(question: string, detail: string, buttons: Buttons): Promise<boolean> {
  return (await askModal(question, detail, buttons)) === 'acting';
}
