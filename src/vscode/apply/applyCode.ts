import * as vscode from 'vscode';
import type { BlockPart, DividedBlock, DividedBlocks } from '../../apply/divideReply.ts';
import { codeFor } from '../../apply/namedPaths.ts';
import type { ReplyBlock } from '../../apply/planTypes.ts';
import { pluralText } from '../../common/text/pluralText.ts';
import type { PlanRunner, WorkerPlanner } from '../../node/workerPlanner.ts';
import type { CodeActions } from '../code/codeActions.ts';
import { confirmHiddenCharacters } from '../code/confirmHiddenCharacters.ts';
import { isInTargetEditor, type TargetEditor } from '../code/targetEditor.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';
import { plainName } from '../dialogs/plainText.ts';
import type { FileFinder } from './fileFinder.ts';
import { fileProblem } from './fileProblem.ts';
import type { HostileFileQuestions } from './hostileFile.ts';
import type { ProposedChanges } from './proposedChanges.ts';
import { createPlanView } from './planView.ts';
import { toFile, type TargetFile } from './targetFile.ts';
import { offerChoices, type PlacesOf } from './unclearChoices.ts';
import { notApplicableSentence } from './unclearSentence.ts';

/** A code block whose button *Apply to editor* was clicked. */
export interface BlockToApply {
  readonly code: string;
  /** See blockId. */
  readonly id: string;
  /** The start of the text after the opening code fence. */
  readonly info: string;
  /** The Markdown text of the whole reply. */
  readonly reply: string;
  /** True if the reply has ended, and was neither stopped nor cut off. */
  readonly isReplyComplete: boolean;
  /** The files whose text was attached to the question. */
  readonly attachedFiles: readonly vscode.Uri[];
}

export interface ApplyDependencies {
  readonly planner: Pick<WorkerPlanner, 'run' | 'forClick'>;
  readonly proposals: ProposedChanges;
  readonly hostileFiles: Pick<HostileFileQuestions, 'confirmShow'>;
  readonly targetEditor: Pick<TargetEditor, 'current' | 'withSelection'>;
  readonly files: FileFinder;
  readonly codeActions: CodeActions;
  /** Called when the user has declined a question. */
  readonly cancelled: () => Promise<void>;
  readonly reportError: (error: unknown) => void;
}

/** The maximum number of files of one diff whose changes are shown. */
const maxFiles = 10;

/**
 * The file that code belongs to. Undefined if the code belongs to any file, and `unknown` if the reply names a file that
 * was not searched.
 */
type CodeFile = TargetFile | 'unknown' | undefined;

/**
 * Returns a function that says why code is not applied, without waiting until the user closes the message. Offers to
 * insert it at the cursor only if the cursor is in the file that the code belongs to.
 */
function createRefuse(
  codeActions: CodeActions,
  targetEditor: Pick<TargetEditor, 'current'>,
  reportError: (error: unknown) => void,
) {
  function refuse(sentence: string, block: ReplyBlock, file: CodeFile, placesOf?: PlacesOf): void {
    const { code, info } = block;
    const isAtCursor = () => file === undefined || (file !== 'unknown' && isInTargetEditor(targetEditor, file.uri));
    const insert = async () => {
      // Another editor may have become active while the message was shown.
      if (!isAtCursor()) refuse(sentence, block, file, placesOf);
      else await codeActions.insert(typeof file === 'object' ? codeFor(file.path, code) : code);
    };
    const choices = {
      insert: isAtCursor() ? insert : undefined,
      newFile: async () => codeActions.newFile(code, info.split(/\s/, 1)[0] ?? ''),
      copy: async () => vscode.env.clipboard.writeText(code),
    };
    offerChoices(sentence, choices, placesOf).catch(reportError);
  }
  return refuse;
}

/**
 * Returns a function that finds the file and the place of a reply's code, and shows the change in a diff editor. If the
 * file or the place is not certain, asks the user or says why. Changes no file.
 */
export function createApplyCode(dependencies: ApplyDependencies): (block: BlockToApply) => Promise<void> {
  const { planner, proposals, hostileFiles, targetEditor, files, codeActions, cancelled, reportError } = dependencies;
  const refuse = createRefuse(codeActions, targetEditor, reportError);
  const planView = createPlanView(planner, proposals, targetEditor, refuse);

  async function findFile(
    { block, paths, kind }: BlockPart,
    attachedFiles: readonly vscode.Uri[],
  ): Promise<TargetFile | undefined> {
    const file = await files.find(paths, attachedFiles);
    if (file === 'cancelled') return undefined;
    if (file !== undefined || paths.length > 0) return file;
    if (kind === 'shell' || kind === 'output') refuse(notApplicableSentence(kind, ''), block, undefined);
    else void showInformation(vscode.l10n.t('Open a file in an editor first.'));
    return undefined;
  }

  async function applyPart(
    part: BlockPart,
    id: string,
    attachedFiles: readonly vscode.Uri[],
    click: PlanRunner,
  ): Promise<void> {
    const file = await findFile(part, attachedFiles);
    if (file === undefined) return;
    const problem = await fileProblem(file.uri, file.isNew);
    if (problem !== undefined) {
      refuse(problem.sentence, part.block, file);
      return;
    }
    if (await hostileFiles.confirmShow(file)) await planView(file, part.block, id, click);
    else await cancelled();
  }

  /** Asks which block was clicked if there are several equal ones. Resolves with undefined if the user cancels. */
  async function pickBlock(
    [first, ...others]: DividedBlocks,
    attachedFiles: readonly vscode.Uri[],
  ): Promise<DividedBlock | undefined> {
    if (others.length === 0) return first;
    const unnamed = files.unnamedFile(attachedFiles);
    const unnamedPath = unnamed === undefined ? vscode.l10n.t('No file') : toFile(unnamed).path;
    const items = [first, ...others].map((divided) => ({
      label: divided.parts.flatMap(({ paths }) => (paths.length > 0 ? paths : [unnamedPath]).map(plainName)).join(', '),
      divided,
    }));
    const placeHolder = vscode.l10n.t('The reply has this code for several files. Which one do you want to change?');
    return (await vscode.window.showQuickPick(items, { placeHolder }))?.divided;
  }

  return async ({ code: shownCode, id, info, reply, isReplyComplete, attachedFiles }) => {
    const code = await confirmHiddenCharacters(shownCode, 'code');
    if (code === undefined) {
      await cancelled();
      return;
    }
    const click = planner.forClick();
    const blocks = await click.run('divideReply', { reply, shownCode, info, code });
    const whole = { code, info, before: '' };
    if (blocks === undefined) {
      refuse(vscode.l10n.t('The reply is too large to find the place of the code.'), whole, undefined);
      return;
    }
    const divided = await pickBlock(blocks, attachedFiles);
    if (divided === undefined) {
      await cancelled();
    } else if (!divided.isClosed && !isReplyComplete) {
      const namesFile = divided.parts.some(({ paths }) => paths.length > 0);
      const sentence = vscode.l10n.t('The reply ends within this code. Continue the reply first.');
      refuse(sentence, whole, namesFile ? 'unknown' : undefined);
    } else {
      for (const part of divided.parts.slice(0, maxFiles)) await applyPart(part, id, attachedFiles, click);
      if (divided.parts.length > maxFiles) void showWarning(tooManyFilesSentence(divided.parts.length));
    }
  };
}

function tooManyFilesSentence(count: number): string {
  const { l10n, env } = vscode;
  const args = [count, maxFiles];
  return pluralText(count, env.language, {
    one: l10n.t('The diff changes {0} file. Only the first {1} are shown.', ...args),
    few: l10n.t({ message: 'The diff changes {0} files. Only the first {1} are shown.', args, comment: 'few' }),
    many: l10n.t({ message: 'The diff changes {0} files. Only the first {1} are shown.', args, comment: 'many' }),
    other: l10n.t('The diff changes {0} files. Only the first {1} are shown.', ...args),
  });
}
