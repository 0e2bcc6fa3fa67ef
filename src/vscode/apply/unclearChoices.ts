import * as vscode from 'vscode';
import type { UsablePlace } from '../../apply/planPlace.ts';
import { containingLine } from '../../common/code/containingLine.ts';
import { showWarning } from '../dialogs/messages.ts';
import { plainStart } from '../dialogs/plainText.ts';

/** The functions behind the buttons of a message that says why code cannot be applied. */
export interface UnclearChoices {
  /** Undefined if the target editor does not show the file that the code belongs to. */
  readonly insert: (() => Promise<void>) | undefined;
  readonly newFile: () => Promise<void>;
  readonly copy: () => Promise<void>;
}

/** The places in a text among which the user can choose. */
export interface PlacesOf {
  readonly places: readonly UsablePlace[];
  /** Shows the text in an editor. Resolves with undefined if the text is no longer there. */
  readonly show: () => Promise<vscode.TextEditor | undefined>;
  readonly choose: (place: UsablePlace) => Promise<void>;
}

/** Says why code cannot be applied, and offers other ways to use it. Resolves when the user has closed the message. */
export async function offerChoices(
  sentence: string,
  { insert, newFile, copy }: UnclearChoices,
  placesOf?: PlacesOf,
): Promise<void> {
  const { l10n } = vscode;
  const choices = new Map([
    ...(placesOf !== undefined && placesOf.places.length > 0
      ? [[l10n.t('Choose Place…'), async () => choosePlace(placesOf)] as const]
      : []),
    ...(insert === undefined ? [] : [[l10n.t('Insert at Cursor'), insert] as const]),
    [l10n.t('New File'), newFile],
    [l10n.t('Copy'), copy],
  ]);
  const chosen = await showWarning(sentence, ...choices.keys());
  await choices.get(chosen ?? '')?.();
}

async function choosePlace({ places, show, choose }: PlacesOf): Promise<void> {
  const editor = await show();
  if (editor === undefined) return;
  const place = await pickPlace(editor, places);
  if (place === undefined) editor.revealRange(editor.selection);
  else await choose(place);
}

/**
 * Lets the user pick a place in the text of an editor. Highlights each place, but does not select it: text that is typed
 * or inserted next would replace a selection.
 */
async function pickPlace(editor: vscode.TextEditor, places: readonly UsablePlace[]) {
  const { document } = editor;
  const items = places
    .filter(({ startLine }) => startLine < document.lineCount)
    .map((place) => {
      const { added, removed } = place;
      const effect = vscode.l10n.t('Lines added: {0}, removed: {1}', added, removed);
      // Tells members apart that have the same name in different classes.
      const container = containingLine((line) => document.lineAt(line).text, place.startLine);
      return {
        label: plainStart(document.lineAt(place.startLine).text.trim()),
        description: vscode.l10n.t('Line {0}', place.startLine + 1),
        detail: container === undefined ? effect : `${effect} · ${plainStart(container.trim())}`,
        place,
      };
    });
  const highlight = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.selectionHighlightBackground'),
    // Only high contrast themes have a colour for the border, and none for the background.
    border: '1px solid',
    borderColor: new vscode.ThemeColor('editor.selectionHighlightBorder'),
  });
  try {
    const picked = await vscode.window.showQuickPick(items, {
      placeHolder: vscode.l10n.t('Where does the code belong?'),
      onDidSelectItem: ({ place: { startLine, endLine } }: (typeof items)[number]) => {
        const range = document.validateRange(new vscode.Range(startLine, 0, Math.max(endLine - 1, startLine), 0));
        editor.setDecorations(highlight, [range]);
        editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      },
    });
    return picked?.place;
  } finally {
    highlight.dispose();
  }
}
