import * as vscode from 'vscode';
import type { Place } from '../../apply/planTypes.ts';
import { containingLine } from '../../common/code/containingLine.ts';
import { showWarning } from '../dialogs/messages.ts';
import { plainStart } from '../dialogs/plainText.ts';

/** The functions behind the buttons of a message that says why code cannot be applied. */
export interface UnclearChoices {
  readonly insert: () => Promise<void>;
  readonly newFile: () => Promise<void>;
  readonly copy: () => Promise<void>;
}

/** The places in a text among which the user can choose. */
export interface PlacesOf {
  readonly places: readonly Place[];
  /** Shows the text in an editor. Resolves with undefined if the text is no longer there. */
  readonly show: () => Promise<vscode.TextEditor | undefined>;
  readonly choose: (place: Place) => Promise<void>;
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
    [l10n.t('Insert at Cursor'), insert],
    [l10n.t('New File'), newFile],
    [l10n.t('Copy'), copy],
  ]);
  const chosen = await showWarning(sentence, ...choices.keys());
  await choices.get(chosen ?? '')?.();
}

async function choosePlace({ places, show, choose }: PlacesOf): Promise<void> {
  const editor = await show();
  if (editor === undefined) return;
  const { document, selections } = editor;
  const items = places
    .filter(({ startLine }) => startLine < document.lineCount)
    .map((place) => {
      // Tells members apart that have the same name in different classes.
      const container = containingLine((line) => document.lineAt(line).text, place.startLine);
      return {
        label: plainStart(document.lineAt(place.startLine).text.trim()),
        description: vscode.l10n.t('Line {0}', place.startLine + 1),
        ...(container !== undefined && { detail: plainStart(container.trim()) }),
        place,
      };
    });
  const picked = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t('Where does the code belong?'),
    onDidSelectItem: (item: (typeof items)[number]) => select(editor, item.place),
  });
  if (picked !== undefined) {
    await choose(picked.place);
    return;
  }
  // The selected place would be replaced by code that is inserted next.
  editor.selections = selections;
  editor.revealRange(editor.selection);
}

/** Selects a place in its editor, and scrolls to it. */
function select(editor: vscode.TextEditor, { startLine, endLine }: Place): void {
  const end = editor.document.lineAt(Math.min(Math.max(endLine - 1, startLine), editor.document.lineCount - 1)).range
    .end;
  editor.selection = new vscode.Selection(new vscode.Position(startLine, 0), end);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
