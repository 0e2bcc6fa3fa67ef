import * as vscode from 'vscode';
import {
  countHiddenCharacters,
  describeHiddenCharacter,
  removeHiddenCharacters,
  type TextKind,
} from '../../common/code/hiddenCharacters.ts';
import { askModal } from '../dialogs/askModal.ts';

/** Maximum number of different hidden characters that the question names. */
const maxNamed = 8;

/**
 * Asks the user about hidden characters. Resolves with the text to use: the same text if the text has no hidden
 * characters or the user keeps them, otherwise the text without them. Resolves with undefined if the user cancels.
 *
 * @param answered Called when the user has answered or closed the question.
 */
export async function confirmHiddenCharacters(
  text: string,
  kind: TextKind,
  answered?: () => Promise<void>,
): Promise<string | undefined> {
  const { l10n } = vscode;
  const counts = countHiddenCharacters(text, kind);
  if (counts.size === 0) return text;
  const question =
    kind === 'code'
      ? l10n.t('The code contains hidden characters. Remove them?')
      : l10n.t('The text contains hidden characters. Remove them?');
  const reason = l10n.t('Hidden characters can make code look different from what it does, or can control a terminal.');
  const buttons = { safe: l10n.t('Remove'), acting: l10n.t('Keep') };
  const answer = await askModal(question, `${describeCounts(counts)}\n\n${reason}`, buttons);
  await answered?.();
  if (answer === 'safe') return removeHiddenCharacters(text, kind);
  return answer === 'acting' ? text : undefined;
}

/**
 * Returns a line for each different hidden character, for example `U+202E right-to-left override (×2)`. If there
 * are more than `maxNamed`, a last line gives the number of the others.
 */
function describeCounts(counts: ReadonlyMap<string, number>): string {
  const { l10n } = vscode;
  const lines = [...counts]
    .slice(0, maxNamed)
    .map(([character, count]) =>
      count === 1 ? describeHiddenCharacter(character) : `${describeHiddenCharacter(character)} (×${count})`,
    );
  if (counts.size > maxNamed) lines.push(l10n.t('{0} more', counts.size - maxNamed));
  return lines.join('\n');
}
