import * as vscode from 'vscode';
import { alignLines } from '../../apply/lines/alignLines.ts';
import { codeFor } from '../../apply/namedPaths.ts';
import type { UsablePlace } from '../../apply/planPlace.ts';
import {
  textAfter,
  unclear,
  type Place,
  type Plan,
  type ReplyBlock,
  type UnclearPlan,
  type UnclearReason,
} from '../../apply/planTypes.ts';
import type { PlanRunner } from '../../node/workerPlanner.ts';
import { fits } from '../code/codeActions.ts';
import { codeEdits, editedText, type EditorSelections } from '../code/codeEdits.ts';
import { isInTargetEditor, type TargetEditor } from '../code/targetEditor.ts';
import { showInformation } from '../dialogs/messages.ts';
import { fileName } from '../dialogs/plainText.ts';
import type { Change } from './change.ts';
import { openText } from './changeFile.ts';
import type { ProposedChanges } from './proposedChanges.ts';
import type { TargetFile } from './targetFile.ts';
import type { PlacesOf } from './unclearChoices.ts';
import { leavesOutCode, unclearSentence } from './unclearSentence.ts';

/** Says why a block is not applied, and offers other ways to use its code. */
export type Refuse = (sentence: string, block: ReplyBlock, file: TargetFile, placesOf?: PlacesOf) => void;

/** The text for which a change is planned: the text of the file or, if the file has a proposal, the proposed text. */
interface Base {
  readonly file: TargetFile;
  readonly text: string;
  /** Undefined for a new file. */
  readonly document: vscode.TextDocument | undefined;
  /** The proposal. */
  readonly earlier: Change | undefined;
  /** The document of the proposed text. */
  readonly proposed: vscode.TextDocument | undefined;
  /** The editor of the file if it is the target editor. */
  readonly editor: vscode.TextEditor | undefined;
  /** See blockId. */
  readonly id: string;
}

/** Returns why code is not applied. The code can be inserted only if the cursor is in its file, see createRefuse. */
function sentenceOf(
  plan: UnclearPlan,
  block: ReplyBlock,
  { path, uri }: TargetFile,
  targetEditor: Pick<TargetEditor, 'current'>,
): string {
  const offers = { canReplace: !leavesOutCode(block, path), canInsert: isInTargetEditor(targetEditor, uri) };
  return unclearSentence(plan, fileName(uri), offers);
}

/** The reasons for which the selected lines are replaced. */
const needsSelection: ReadonlySet<UnclearReason['kind']> = new Set(['notFound', 'noNeighbours', 'openEnd', 'repeats']);

/**
 * Returns a function that plans what a block makes of a file, and shows the change in a diff editor. If the place is not
 * certain, the selection in the target editor or in the proposed text is the place. Without a selection, says why, and
 * offers the places. The runner `click` makes the first plan; `planner` makes the plans after later actions of the user.
 */
export function createPlanView(
  planner: PlanRunner,
  proposals: Pick<ProposedChanges, 'propose' | 'find' | 'documentOf' | 'show' | 'inTurn'>,
  targetEditor: Pick<TargetEditor, 'current' | 'withSelection'>,
  refuse: Refuse,
): (file: TargetFile, block: ReplyBlock, id: string, click: PlanRunner) => Promise<void> {
  const readBase = async (file: TargetFile, id: string) => readText(file, id, proposals, targetEditor);

  /** @param planAgain See Change. */
  async function propose({ file, text, editor, id }: Base, after: string, planAgain: Change['planAgain']) {
    const { uri, isNew } = file;
    await proposals.propose(
      { uri, isNew, before: text, after, planAgain, blocks: [id], undone: [] },
      editor?.viewColumn,
    );
  }

  /** Proposes a change at a place that the user has chosen. This place cannot be found again. */
  const proposeOnce = async (base: Base, after: string) => propose(base, after, async () => Promise.resolve(undefined));

  async function applyAt(base: Base, block: ReplyBlock, place: Place): Promise<void> {
    const planned = await planPlace(planner, block, base, place);
    if (planned.kind === 'change') await proposeOnce(base, planned.after);
    else if (planned.kind === 'unchanged') tellUnchanged(base.file);
    else refuse(sentenceOf(planned, block, base.file, targetEditor), block, base.file);
  }

  /** Uses the selection as the place. Resolves with false if the selection does not show the place. */
  async function applyAtSelection(
    base: Base,
    block: ReplyBlock,
    reason: UnclearReason,
    places: readonly Place[],
  ): Promise<boolean> {
    const isAmbiguous = reason.kind === 'ambiguous';
    if (!isAmbiguous && !needsSelection.has(reason.kind)) return false;
    const editor = [targetEditor.withSelection(), base.editor].find((each) => each && hasSelectionIn(each, base));
    if (editor === undefined) return false;
    const selected = selectionIn(editor, base);
    if (selected === undefined) {
      const { l10n } = vscode;
      const sentence = l10n.t(
        'The proposed change of {0} changes the selected lines. Select lines of the proposed text, then apply the code again.',
        fileName(base.file.uri),
      );
      refuse(sentence, block, base.file);
      return true;
    }
    if (isAmbiguous) {
      const place = selectedPlace(selected, places);
      if (place !== undefined) await applyAt(base, block, place);
      return place !== undefined;
    }
    if (leavesOutCode(block, base.file.path)) return false;
    const code = codeFor(base.file.path, block.code);
    if (fits(selected, code)) await proposeOnce(base, editedText(selected.document, codeEdits(selected, code)));
    return true;
  }

  async function view(file: TargetFile, block: ReplyBlock, id: string, click: PlanRunner): Promise<void> {
    const base = await readBase(file, id);
    if (base === undefined) {
      refuse(vscode.l10n.t('{0} isn’t a text file.', fileName(file.uri)), block, file);
      return;
    }
    const planned = await planBlocks(click, [block], file, base.text);
    if (planned.kind === 'change') {
      await propose(base, planned.after, planBlocksAgain(planner, [block], file));
      return;
    }
    if (planned.kind === 'unchanged') {
      if (base.earlier === undefined) tellUnchanged(file);
      else await proposals.show(file.uri);
      return;
    }
    const places = await usablePlaces(click, block, base, planned.places);
    if (await applyAtSelection(base, block, planned.reason, places)) return;
    refuse(sentenceOf(planned, block, file, targetEditor), block, file, {
      places,
      show: async () => unlessChanged(base, block, async (now) => showText(now, proposals)),
      choose: async (place) => unlessChanged(base, block, async (now) => applyAt(now, block, place)),
    });
  }

  /** Calls `operation` if the text is still that of `base`. Otherwise plans again, and resolves with undefined. */
  async function unlessChanged<T>(
    base: Base,
    block: ReplyBlock,
    operation: (now: Base) => Promise<T>,
  ): Promise<T | undefined> {
    return proposals.inTurn(async () => {
      const now = await readBase(base.file, base.id);
      if (now?.text === base.text) return operation(now);
      await view(base.file, block, base.id, planner);
      return undefined;
    });
  }

  return async (...parameters) => proposals.inTurn(async () => view(...parameters));
}

/** Resolves with undefined if the file is not a text file. */
async function readText(
  file: TargetFile,
  id: string,
  proposals: Pick<ProposedChanges, 'find' | 'documentOf'>,
  targetEditor: Pick<TargetEditor, 'current'>,
): Promise<Base | undefined> {
  const document = file.isNew ? undefined : await openText(file.uri);
  if (document === undefined && !file.isNew) return undefined;
  const earlier = proposals.find(file.uri);
  const current = targetEditor.current();
  const editor = current?.document === document ? current : undefined;
  const proposed = earlier && proposals.documentOf(file.uri);
  return { file, text: earlier?.after ?? document?.getText() ?? '', document, earlier, proposed, editor, id };
}

/** Returns true if an editor shows the file or its proposed text, and text is selected in it. */
function hasSelectionIn({ document, selections }: vscode.TextEditor, base: Base): boolean {
  return (document === base.document || document === base.proposed) && selections.some(({ isEmpty }) => !isEmpty);
}

/**
 * Returns the selections of an editor in the text of `base`. If the file has a proposal, selections in the file's own text
 * are moved to the same lines of the proposed text. Returns undefined if the proposal changes one of these lines.
 */
function selectionIn(editor: vscode.TextEditor, { document, proposed }: Base): EditorSelections | undefined {
  if (document === undefined || proposed === undefined || editor.document !== document) return editor;
  const linesOf = (text: string) => text.split(/\r\n?|\n/);
  const toProposed = new Map<number, number>();
  const aligned = alignLines(linesOf(document.getText()), linesOf(proposed.getText()));
  for (const [line, old] of aligned.entries()) toProposed.set(old, line);
  const selections: vscode.Selection[] = [];
  for (const { start, end } of editor.selections) {
    const first = toProposed.get(start.line);
    // A selection of whole lines ends at the start of the next line.
    const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
    for (let line = start.line; line <= last; line += 1)
      if (first === undefined || toProposed.get(line) !== first + line - start.line) return undefined;
    const shift = (first ?? 0) - start.line;
    const { start: from, end: to } = proposed.validateRange(
      new vscode.Range(start.translate(shift), end.translate(shift)),
    );
    selections.push(new vscode.Selection(from, to));
  }
  return { document: proposed, selections, options: editor.options };
}

/** Returns the only place that contains a part of the only selection; undefined if there are several or none. */
function selectedPlace({ selections }: EditorSelections, places: readonly Place[]): Place | undefined {
  const [selection, ...more] = selections;
  if (selection === undefined || more.length > 0) return undefined;
  const { start, end } = selection;
  const [place, ...others] = places.filter(({ startLine, endLine }) => startLine <= end.line && start.line < endLine);
  return others.length === 0 ? place : undefined;
}

/** Shows the text whose lines are the places. Resolves with undefined if it is no longer there. */
async function showText(
  { file, document, earlier }: Base,
  proposals: Pick<ProposedChanges, 'show'>,
): Promise<vscode.TextEditor | undefined> {
  if (earlier !== undefined) return proposals.show(file.uri);
  return document && vscode.window.showTextDocument(document, { preview: false });
}

async function planPlace(planner: PlanRunner, block: ReplyBlock, { file, text }: Base, place: Place): Promise<Plan> {
  const result = await planner.run('planPlace', block, { path: file.path, text }, place);
  return result ?? unclear({ kind: 'tooLarge' });
}

/** Returns the places that the user can choose for the block; none if finding out takes too long. */
async function usablePlaces(
  runner: PlanRunner,
  block: ReplyBlock,
  { file, text }: Base,
  places: readonly Place[],
): Promise<readonly UsablePlace[]> {
  if (places.length === 0) return [];
  return (await runner.run('usablePlaces', block, { path: file.path, text }, places)) ?? [];
}

/** Plans what the blocks of a reply that belong to one file make of its text. */
async function planBlocks(
  runner: PlanRunner,
  blocks: readonly ReplyBlock[],
  { path }: TargetFile,
  text: string,
): Promise<Plan> {
  return (await runner.run('planFile', blocks, { path, text })) ?? unclear({ kind: 'tooLarge' });
}

/** Returns a function that plans the same blocks for another text (see Change). */
function planBlocksAgain(planner: PlanRunner, blocks: readonly ReplyBlock[], file: TargetFile): Change['planAgain'] {
  return async (text) => textAfter(await planBlocks(planner, blocks, file, text), text);
}

function tellUnchanged(file: TargetFile): void {
  void showInformation(vscode.l10n.t('{0} already contains this code.', fileName(file.uri)));
}
