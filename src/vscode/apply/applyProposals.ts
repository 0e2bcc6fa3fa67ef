import * as vscode from 'vscode';
import type { PlanRunner } from '../../node/workerPlanner.ts';
import { addChangeTo } from '../code/codeEdits.ts';
import { ignoreWhileRunning } from '../dialogs/ignoreWhileRunning.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';
import { fileName } from '../dialogs/plainText.ts';
import type { AppliedChange, AppliedChanges } from './appliedChanges.ts';
import { partsOf, type Change, type ChangePart } from './change.ts';
import { changeText, createFile, encodeText, openText, saveChanged, withLineEnds } from './changeFile.ts';
import { fileProblem } from './fileProblem.ts';
import type { HostileFileQuestions } from './hostileFile.ts';
import { isEdited, type OpenProposals, type Proposal } from './proposal.ts';

/** Shows and closes proposals. */
export interface ProposalViews {
  /**
   * Opens a diff editor. The change replaces the proposal of the file, if there is one. If the user had edited its text,
   * keeps this text in an untitled document, and resolves with true.
   */
  readonly proposeInstead: (change: Change) => Promise<boolean>;
  /** Removes proposals, and closes the diff editors that show only these. */
  readonly close: (proposals: readonly Proposal[]) => Promise<void>;
}

/** A file as it is when its proposal is applied. */
interface Target {
  readonly isCreated: boolean;
  /** Undefined if the file is created. */
  readonly document: vscode.TextDocument | undefined;
}

/** A proposal that is applied with others. */
interface Prepared extends Target {
  readonly proposal: Proposal;
  readonly text: string;
  /** The text in the encoding of the file. */
  readonly contents: Uint8Array;
}

/** A proposal whose text was applied. */
interface Applied {
  readonly proposal: Proposal;
  readonly isCreated: boolean;
  readonly text: string;
  /** The text of the file's document, before VS Code or the user changes it further. */
  readonly after: string;
}

/** A part of an applied change, with the change that *Undo* undoes. */
interface AppliedPart {
  readonly applied: Applied;
  readonly part: ChangePart;
  readonly change: AppliedChange;
}

/**
 * Returns functions that apply proposals. If a file has changed since its proposal, shows a warning and, if possible,
 * proposes the change again.
 */
export function createApplyProposals(
  planner: PlanRunner,
  hostileFiles: Pick<HostileFileQuestions, 'confirmApply'>,
  appliedChanges: Pick<AppliedChanges, 'add' | 'remove'>,
  { proposeInstead, close }: ProposalViews,
) {
  /**
   * Plans a change of a file that has changed since. Proposes the new change, but changes no file. If the user had edited
   * the proposal, its text is kept in an untitled document.
   *
   * @param isNew True if the file does not exist. `now` is then empty.
   * @param now The text of the file.
   */
  async function proposeAgain(proposal: Proposal, isNew: boolean, now: string): Promise<void> {
    const { change, document } = proposal;
    const after = await change.planAgain(now);
    const isShown = after !== undefined && after !== now;
    let isKept = false;
    if (!isShown || change.isNew) {
      await close([proposal]);
      // Only now, the user can no longer edit the text.
      isKept = isEdited(proposal);
      if (isKept) await openCopy(document);
    }
    if (isShown) isKept = (await proposeInstead({ ...change, isNew, before: now, after })) || isKept;
    tellChanged(fileName(change.uri), after === now, isShown, isKept);
  }

  /** Closes applied proposals. If the text of one has changed since it was applied, keeps it in an untitled document. */
  async function end(applied: readonly Applied[]): Promise<void> {
    const parts = applied.flatMap(appliedParts);
    // Nothing is awaited before, so that no later change of the files is missed.
    for (const { change } of parts) appliedChanges.add(change);
    for (const { proposal } of applied) proposal.change.undone.forEach(appliedChanges.remove);
    for (const part of parts) if (await isUndone(planner, part)) appliedChanges.remove(part.change);
    const changed = new Set(applied.filter(({ proposal: { document }, text }) => document.getText() !== text));
    await close(applied.map(({ proposal }) => proposal));
    // Only now, the user can no longer edit the texts. The save before closing may change their white space.
    const edited = applied.filter((each) => changed.has(each) || hasOtherWords(each));
    for (const { proposal } of edited) await openCopy(proposal.document);
    if (edited.length > 0) void showInformation(vscode.l10n.t('Your edited text is in a new untitled file.'));
  }

  async function apply(proposal: Proposal): Promise<void> {
    const { uri, before } = proposal.change;
    const target = await findTarget(proposal, hostileFiles);
    if (target === undefined) return;
    const { isCreated, document } = target;
    // The texts may also change while VS Code shows the document.
    const editor =
      document?.getText() === before ? await vscode.window.showTextDocument(document, { preview: false }) : undefined;
    const now = document?.getText() ?? '';
    const text = proposal.document.getText();
    if (now !== before) {
      await proposeAgain(proposal, isCreated, now);
    } else if (await (editor === undefined ? createFile(uri, text) : changeText(editor, text))) {
      // The document is not read, because the user may already have typed in it.
      const after = withLineEnds(text, await vscode.workspace.openTextDocument(uri));
      await end([{ proposal, isCreated, text, after }]);
    }
  }

  /** Applies several proposals as one edit, which is one step of VS Code's undo. */
  async function applyAll(proposals: readonly Proposal[]): Promise<void> {
    const prepared: Prepared[] = [];
    for (const proposal of proposals) {
      const each = await prepare(proposal, hostileFiles);
      if (each !== undefined) prepared.push(each);
    }
    const changed: (readonly [Proposal, isNew: boolean, now: string])[] = [];
    const included: Prepared[] = [];
    // Nothing is awaited before `applyEdit`, so that no text changes after it was compared.
    for (const each of prepared) {
      const { proposal, isCreated, document, text } = each;
      const now = document?.getText() ?? '';
      if (proposal.document.getText() !== text) void showWarning(editedSentence(fileName(proposal.change.uri)));
      else if (now === proposal.change.before) included.push(each);
      else changed.push([proposal, isCreated, now]);
    }
    await end(await applyTogether(included));
    for (const each of changed) await proposeAgain(...each);
  }

  return { apply, applyAll };
}

/** Returns an applied change for each part, so that it can be undone alone. A new file is undone as a whole. */
function appliedParts(applied: Applied): readonly AppliedPart[] {
  const { isCreated, after, proposal } = applied;
  const { uri, before, blocks } = proposal.change;
  const whole = { uri, isCreated, before, after, blocks };
  const parts = partsOf(proposal.change);
  return (isCreated ? parts.slice(0, 1) : parts).map((part) => ({
    applied,
    part,
    change: isCreated || parts.length === 1 ? whole : { ...whole, blocks: part.blocks, part },
  }));
}

/** Resolves with true if the user has undone all changes of a part before it was applied. */
async function isUndone(planner: PlanRunner, { applied, part }: AppliedPart): Promise<boolean> {
  const { isCreated, proposal } = applied;
  if (isCreated) return false;
  const [before, after, text] = [part.before, part.after, applied.text].map((each) => each.replaceAll('\r\n', '\n'));
  const hasChange = async (from = '', to = '') => (await planner.run('undoChange', from, to, text ?? '')) !== undefined;
  if (before === after) return true;
  // Equal lines beside each other can look like the text before and the text after the part.
  return isEdited(proposal) && (await hasChange(after, before)) && !(await hasChange(before, after));
}

/** A proposal, and its text when the user clicked *Apply*. */
interface Clicked {
  readonly proposal: Proposal;
  readonly text: string;
}

/**
 * Returns a function that applies, in turn, the proposals that the user has clicked. If one of the two texts of a
 * proposal has changed since the click, shows it instead, because the user has not seen it. Does nothing if the proposals
 * have been closed, or while they are already being applied.
 */
export function createApplyClick(
  { apply, applyAll }: ReturnType<typeof createApplyProposals>,
  inTurn: (operation: () => Promise<void>) => Promise<void>,
  proposals: Pick<OpenProposals, 'get'>,
  show: (proposals: readonly [Proposal, ...Proposal[]]) => Promise<void>,
): (clicked: readonly Proposal[]) => Promise<void> {
  const current = ({ document }: Proposal) => proposals.get(document.uri.toString());
  const isUnchanged = ({ proposal, text }: Clicked) => {
    const now = current(proposal);
    return now?.document.getText() === text && now.change.before === proposal.change.before;
  };

  async function applyClicked(clicked: readonly Clicked[]): Promise<void> {
    const unchanged = clicked.filter(isUnchanged);
    const [first, ...others] = unchanged.flatMap(({ proposal }) => current(proposal) ?? []);
    if (first !== undefined) await (clicked.length === 1 ? apply(first) : applyAll([first, ...others]));
    const [changed, ...more] = clicked
      .filter((each) => !unchanged.includes(each))
      .flatMap(({ proposal }) => current(proposal) ?? []);
    if (changed === undefined) return;
    for (const { change } of [changed, ...more]) void showWarning(editedSentence(fileName(change.uri)));
    await show([changed, ...more]);
  }

  const applyInTurn = ignoreWhileRunning(
    async (clicked: readonly Clicked[]) => inTurn(async () => applyClicked(clicked)),
    (clicked) => clicked.map(({ proposal }) => proposal.document.uri.toString()).join('\n'),
  );
  return async (clicked) => applyInTurn(clicked.map((proposal) => ({ proposal, text: proposal.document.getText() })));
}

/** Resolves with undefined if a message says why the file cannot be changed, or if the user declines. */
async function findTarget(
  { change: { uri, isNew } }: Proposal,
  hostileFiles: Pick<HostileFileQuestions, 'confirmApply'>,
): Promise<Target | undefined> {
  const problem = await fileProblem(uri, isNew);
  if (problem !== undefined && problem.kind !== 'exists') {
    void showWarning(problem.sentence);
    return undefined;
  }
  if (!(await hostileFiles.confirmApply(uri))) return undefined;
  const isCreated = isNew && problem === undefined;
  return { isCreated, document: isCreated ? undefined : await vscode.workspace.openTextDocument(uri) };
}

/** Resolves with undefined if a message says why the file cannot be changed, or if the user declines. */
async function prepare(
  proposal: Proposal,
  hostileFiles: Pick<HostileFileQuestions, 'confirmApply'>,
): Promise<Prepared | undefined> {
  const target = await findTarget(proposal, hostileFiles);
  if (target === undefined) return undefined;
  const { document } = target;
  const text = proposal.document.getText();
  const { uri } = proposal.change;
  const contents = await encodeText(document ?? uri, document === undefined ? text : withLineEnds(text, document));
  return contents && { proposal, ...target, text, contents };
}

/**
 * Changes and saves files. Saves no file with unsaved edits of the user. Says so if a file cannot be changed. Resolves
 * with the proposals that were applied.
 */
async function applyTogether(prepared: readonly Prepared[]): Promise<readonly Applied[]> {
  if (prepared.length === 0) return [];
  const edit = new vscode.WorkspaceEdit();
  for (const each of prepared) addToEdit(edit, each);
  const unsaved = new Set(prepared.filter(({ document }) => document?.isDirty));
  const isDone = await vscode.workspace.applyEdit(edit);
  // An edit that fails may have changed some of the files.
  const done = prepared.filter(
    ({ document, text }) => isDone || (document !== undefined && document.getText() === withLineEnds(text, document)),
  );
  if (!isDone) {
    const names = prepared.filter((each) => !done.includes(each)).map(({ proposal }) => fileName(proposal.change.uri));
    void showWarning(vscode.l10n.t('These files couldn’t be changed: {0}', names.join(', ')));
  }
  const applied: Applied[] = [];
  for (const each of done) {
    const { proposal, isCreated, document, text } = each;
    const { uri, before } = proposal.change;
    // The documents are not read, because the user may type in any of them while files are saved.
    const changed = document ?? (await openText(uri));
    const after = changed === undefined ? text : withLineEnds(text, changed);
    if (document === undefined || unsaved.has(each) || (await saveChanged(document, before, after)))
      applied.push({ proposal, isCreated, text, after });
  }
  return applied;
}

/** Returns true if the text of a proposal differs from its applied text, apart from white space. */
function hasOtherWords({ proposal: { document }, text }: Applied): boolean {
  return document.getText().replace(/\s+/g, '') !== text.replace(/\s+/g, '');
}

function addToEdit(edit: vscode.WorkspaceEdit, { proposal, document, text, contents }: Prepared): void {
  if (document === undefined) edit.createFile(proposal.change.uri, { contents });
  else addChangeTo(edit, document, withLineEnds(text, document));
}

function editedSentence(name: string): string {
  return vscode.l10n.t('{0} wasn’t changed, because its proposed text has changed meanwhile. Apply it again.', name);
}

/**
 * Tells the user that a file has changed after its change was proposed.
 *
 * @param isUnchanged True if the file already contains the change.
 * @param isShown True if the change was proposed again.
 * @param isKept True if the text that the user had edited is now in an untitled document.
 */
function tellChanged(name: string, isUnchanged: boolean, isShown: boolean, isKept: boolean): void {
  const { l10n } = vscode;
  const kept = isKept ? ` ${l10n.t('Your edited text is in a new untitled file.')}` : '';
  if (isUnchanged) void showInformation(l10n.t('{0} already contains this code.', name) + kept);
  else void showWarning(changedSentence(name, isShown) + kept);
}

/**
 * Returns a sentence about a file that has changed after its change was proposed.
 *
 * @param isShown True if the change was proposed again.
 */
export function changedSentence(name: string, isShown: boolean): string {
  const { l10n } = vscode;
  return isShown
    ? l10n.t('{0} has changed. Review the new difference, then apply it.', name)
    : l10n.t('{0} has changed. Apply the code again, because its place isn’t certain.', name);
}

/**
 * Shows a copy of a document as an untitled document, without taking the focus.
 *
 * @param content The text of the copy.
 */
export async function openCopy(document: vscode.TextDocument, content = document.getText()): Promise<void> {
  const copy = await vscode.workspace.openTextDocument({ content, language: document.languageId });
  await vscode.window.showTextDocument(copy, { preview: false, preserveFocus: true });
}
