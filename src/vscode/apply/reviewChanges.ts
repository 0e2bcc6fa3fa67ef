import * as vscode from 'vscode';
import { blockKind } from '../../apply/blockKind.ts';
import type { BlockPart, ShownBlock } from '../../apply/divideReply.ts';
import type { OmittedBlock, PlanStep } from '../../apply/planFile.ts';
import { textAfter, unclear, type ReplyBlock, type UnclearPlan } from '../../apply/planTypes.ts';
import { blockId } from '../../common/code/codeKey.ts';
import { letOthersRun } from '../../chat/messages/steps.ts';
import { countHiddenCharacters } from '../../common/code/hiddenCharacters.ts';
import { pluralText } from '../../common/text/pluralText.ts';
import type { PlanRunner, WorkerPlanner } from '../../node/workerPlanner.ts';
import { followLinks } from '../context/linkedFiles.ts';
import { ignoreWhileRunning } from '../dialogs/ignoreWhileRunning.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';
import { fileName, plainName } from '../dialogs/plainText.ts';
import type { Change, ChangePart } from './change.ts';
import { hasSameLines, openText } from './changeFile.ts';
import type { FileFinder } from './fileFinder.ts';
import { fileProblem, notInFolderSentence } from './fileProblem.ts';
import type { HostileFileQuestions } from './hostileFile.ts';
import type { ProposedChanges } from './proposedChanges.ts';
import { toFile, type TargetFile } from './targetFile.ts';
import { leavesOutCode, unclearSentence } from './unclearSentence.ts';

/** A reply whose button *Review All Changes* was clicked. */
export interface ReplyToReview {
  readonly id: string;
  /** The Markdown text. */
  readonly text: string;
  /** The files whose text was attached to the question. */
  readonly attachedFiles: readonly vscode.Uri[];
}

export interface ReviewDependencies {
  readonly planner: Pick<WorkerPlanner, 'run' | 'forClick'>;
  readonly proposals: Pick<ProposedChanges, 'propose' | 'proposeAll' | 'find' | 'inTurn'>;
  readonly hostileFiles: Pick<HostileFileQuestions, 'needsQuestion'>;
  readonly files: FileFinder;
}

/** The blocks of a reply that name the same file, or none. */
interface NamedBlocks {
  /** See BlockPart. */
  readonly paths: readonly string[];
  readonly blocks: ReviewedBlock[];
}

interface ReviewedBlock extends ReplyBlock {
  /** See blockId. Blocks that are parts of one diff have the same id. */
  readonly id: string;
}

/** The blocks of a reply that belong to one file. */
interface FileBlocks extends Pick<NamedBlocks, 'blocks'> {
  readonly file: TargetFile;
}

/** The maximum number of files whose changes are shown. */
const maxFiles = 50;

/** The reasons why blocks or files are left out. The value is true if the button of the block can help. */
type Omissions = Map<string, boolean>;

/**
 * Returns a function that plans what all blocks of a reply make of their files, and shows the changes in one diff editor.
 * Says which blocks are not included, and why. Changes no file.
 */
export function createReviewChanges(dependencies: ReviewDependencies): (reply: ReplyToReview) => Promise<void> {
  const { planner, proposals, files } = dependencies;

  /**
   * Finds the files of the first `maxFiles` names. Blocks that name the same file in different ways are joined. Resolves
   * with undefined if the user cancels.
   */
  async function groupByFile(reply: ReplyToReview, named: readonly NamedBlocks[], omitted: Omissions) {
    const groups = new Map<string, FileBlocks>();
    for (const { paths, blocks } of named.slice(0, maxFiles)) {
      // Finding a file among thousands takes time.
      await letOthersRun();
      const file = await files.find(paths, reply.attachedFiles);
      if (file === 'cancelled') return undefined;
      if (file === undefined) {
        if (paths.length === 0) void showInformation(vscode.l10n.t('Open a file in an editor first.'));
        continue;
      }
      const target = ((await followLinks(file.uri)) ?? file.uri).toString();
      const earlier = groups.get(target);
      groups.set(target, {
        file: earlier?.file ?? file,
        blocks: [...(earlier?.blocks ?? []), ...blocks],
      });
    }
    if (named.length > maxFiles) omitted.set(tooManyFilesSentence(named.length), true);
    return [...groups.values()];
  }

  /** Plans the changes of files. Adds to `omitted` why files, or some of their blocks, are left out. */
  async function planChanges(groups: readonly FileBlocks[], click: PlanRunner, omitted: Omissions) {
    const changes: Change[] = [];
    for (const group of groups) {
      const planned = await planChange(dependencies, group, click, omitted);
      if (typeof planned === 'string') omitted.set(planned, true);
      else if (planned !== undefined) changes.push(planned);
    }
    return withoutFilesBelow(changes, omitted);
  }

  async function review(reply: ReplyToReview): Promise<void> {
    const { l10n } = vscode;
    const click = planner.forClick();
    const all = await click.run('divideAll', reply.text);
    if (all === undefined) {
      void showWarning(l10n.t('The reply is too large to find the place of the code.'));
      return;
    }
    const omitted: Omissions = new Map();
    const unnamed = files.unnamedFile(reply.attachedFiles);
    const named = groupByName(reply, all, omitted, unnamed && toFile(unnamed).path);
    const groups = await groupByFile(reply, named, omitted);
    if (groups === undefined) return;
    const isShown = await proposals.inTurn(async () => {
      const changes = await planChanges(groups, click, omitted);
      const [first, ...others] = changes;
      if (first !== undefined) await (others.length === 0 ? proposals.propose(first) : proposals.proposeAll(changes));
      return first !== undefined;
    });
    if (omitted.size > 0) void showWarning(omissionSentence(omitted));
    else if (named.length === 0) void showInformation(l10n.t('The reply contains no code that belongs in a file.'));
    // If no file was found, a message says why.
    else if (!isShown && groups.length > 0) void showInformation(l10n.t('All files already contain this code.'));
  }

  return ignoreWhileRunning(review, ({ id }) => id);
}

/**
 * Resolves with the change that the blocks add to the proposal of a file, or to the file. Resolves with a sentence that
 * says why there is none, or with undefined if the file already contains the code. Adds to `omitted` why the change does
 * not contain some of the blocks.
 */
async function planChange(
  { planner, proposals, hostileFiles }: ReviewDependencies,
  { file, blocks }: FileBlocks,
  click: PlanRunner,
  omitted: Omissions,
): Promise<Change | string | undefined> {
  const { uri, isNew } = file;
  const name = fileName(uri);
  const problem = await fileProblem(uri, isNew);
  if (problem !== undefined) return problem.sentence;
  if (await hostileFiles.needsQuestion(file)) return vscode.l10n.t('{0} can make programs run commands.', name);
  const document = isNew ? undefined : await openText(uri);
  if (document === undefined && !isNew) return vscode.l10n.t('{0} isn’t a text file.', name);
  const earlier = proposals.find(uri);
  const before = earlier?.after ?? document?.getText() ?? '';
  const text = { path: file.path, text: before };
  const {
    plan: planned,
    omitted: unclearBlocks,
    steps,
  } = (await click.run('planCertainBlocks', blocks, text)) ?? {
    plan: unclear({ kind: 'tooLarge' }),
    omitted: [],
    steps: [],
  };
  const sentenceOf = (plan: UnclearPlan, block: ReplyBlock | undefined) =>
    unclearSentence(plan, name, {
      canReplace: block === undefined || !leavesOutCode(block, file.path),
      canInsert: false,
    });
  if (planned.kind === 'unclear') return sentenceOf(planned, blocks[0]);
  const reasons = unclearBlocks.map(({ index, plan }) =>
    plan.reason.kind === 'incomplete' ? vscode.l10n.t('This code may be incomplete.') : sentenceOf(plan, blocks[index]),
  );
  if (unclearBlocks.length > 0) omitted.set(partSentence(reasons, name), true);
  const left = new Set(unclearBlocks.map(({ index }) => blocks[index]?.id));
  const ids = new Set(blocks.map(({ id }) => id).filter((id) => !left.has(id)));
  // A proposal can be open although the file meanwhile contains its text.
  const isApplied = (text: string) => document !== undefined && hasSameLines(text, document.getText());
  if (isApplied(planned.kind === 'change' ? planned.after : before)) return undefined;
  const planAgain = planAgainWithout(unclearBlocks, planner, blocks, file);
  if (planned.kind === 'change') {
    const change = { uri, isNew, before, after: planned.after, planAgain, blocks: [...ids], undone: [] };
    return { ...change, ...(steps.length > 1 && { parts: partsOfSteps(steps, blocks) }) };
  }
  // The review also shows the proposals that already contain the code.
  return earlier && { uri, isNew, before, after: before, planAgain, blocks: [], undone: [] };
}

/** Returns a part of the change for each step, but only one for the steps of one block of code in the reply. */
function partsOfSteps(steps: readonly PlanStep[], blocks: readonly ReviewedBlock[]): readonly ChangePart[] {
  const parts: ChangePart[] = [];
  for (const { index, before, after } of steps) {
    const ids = [blocks[index]?.id ?? ''];
    const last = parts.at(-1);
    if (last?.blocks[0] === ids[0]) parts.splice(-1, 1, { blocks: ids, before: last?.before ?? '', after });
    else parts.push({ blocks: ids, before, after });
  }
  return parts;
}

/**
 * Returns a function that plans the same blocks for another text (see Change). The other blocks must again be the ones
 * whose place is not certain.
 */
function planAgainWithout(
  omitted: readonly OmittedBlock[],
  planner: PlanRunner,
  blocks: readonly ReplyBlock[],
  { path }: TargetFile,
): Change['planAgain'] {
  const indices = (each: readonly OmittedBlock[]) => each.map(({ index }) => index).join();
  return async (text) => {
    const planned = await planner.run('planCertainBlocks', blocks, { path, text });
    if (planned === undefined || indices(planned.omitted) !== indices(omitted)) return undefined;
    return textAfter(planned.plan, text);
  };
}

function tooManyFilesSentence(count: number): string {
  const { l10n, env } = vscode;
  const args = [count, maxFiles];
  return pluralText(count, env.language, {
    one: l10n.t('The reply names {0} file. Only the first {1} are shown.', ...args),
    few: l10n.t({ message: 'The reply names {0} files. Only the first {1} are shown.', args, comment: 'few' }),
    many: l10n.t({ message: 'The reply names {0} files. Only the first {1} are shown.', args, comment: 'many' }),
    other: l10n.t('The reply names {0} files. Only the first {1} are shown.', ...args),
  });
}

/** Says how many changes of a file are left out, and why. */
function partSentence(reasons: readonly string[], name: string): string {
  const { l10n, env } = vscode;
  const args = [reasons.length, name];
  const part = pluralText(reasons.length, env.language, {
    one: l10n.t('{0} change in {1} isn’t included.', ...args),
    few: l10n.t({ message: '{0} changes in {1} aren’t included.', args, comment: 'few' }),
    many: l10n.t({ message: '{0} changes in {1} aren’t included.', args, comment: 'many' }),
    other: l10n.t('{0} changes in {1} aren’t included.', ...args),
  });
  return [part, ...new Set(reasons)].join(' ');
}

/**
 * Groups the blocks of a reply by the names of their files. Adds to `omitted` why blocks are left out.
 *
 * @param unnamedPath The path of the file to which blocks without a name belong, which may be a script.
 */
function groupByName(
  reply: ReplyToReview,
  all: readonly ShownBlock[],
  omitted: Omissions,
  unnamedPath: string | undefined,
): readonly NamedBlocks[] {
  const namesFiles = all.some(({ parts }) => parts.some(({ paths }) => paths.length > 0));
  const groups = new Map<string, NamedBlocks>();
  for (const { shownCode, parts, isClosed } of all) {
    const id = blockId(reply.id, shownCode);
    for (const part of parts) {
      const kind = part.paths.length === 0 ? blockKind(part.block, unnamedPath) : part.kind;
      if (kind === 'shell' || kind === 'output') continue;
      const reason = omissionReason(part, isClosed, namesFiles);
      if (reason === undefined) {
        const { paths } = part;
        const key = JSON.stringify(paths);
        const group = groups.get(key) ?? { paths, blocks: [] };
        groups.set(key, group);
        group.blocks.push({ ...part.block, id });
      } else {
        omitted.set(reason, isClosed);
      }
    }
  }
  return [...groups.values()];
}

/** Leaves out files below new files. Adds the reasons to `omitted`. */
function withoutFilesBelow(changes: readonly Change[], omitted: Omissions): readonly Change[] {
  const created = changes.filter(({ isNew }) => isNew).map(({ uri }) => uri);
  return changes.filter(({ uri }) => {
    const parent = created.find(({ path }) => uri.path.startsWith(`${path}/`));
    if (parent !== undefined) omitted.set(notInFolderSentence(uri, parent), false);
    return parent === undefined;
  });
}

/** Returns why a block is left out; undefined if it is not. */
function omissionReason({ block, paths }: BlockPart, isClosed: boolean, namesFiles: boolean): string | undefined {
  const { l10n } = vscode;
  const [path] = paths;
  const name = path === undefined ? undefined : plainName(path);
  if (!isClosed)
    return name === undefined
      ? l10n.t('The reply ends within a block of code. Continue the reply first.')
      : l10n.t('The reply ends within the code of {0}. Continue the reply first.', name);
  if (countHiddenCharacters(block.code, 'code').size > 0)
    return name === undefined
      ? l10n.t('A block of code contains hidden characters.')
      : l10n.t('The code of {0} contains hidden characters.', name);
  return path === undefined && namesFiles
    ? l10n.t('The reply doesn’t say to which file a block of code belongs.')
    : undefined;
}

function omissionSentence(omitted: Omissions): string {
  const { l10n } = vscode;
  const wayOn = [...omitted.values()].includes(true) ? [l10n.t('Use “Apply to editor” on the block instead.')] : [];
  return [l10n.t('Not everything is included.'), ...omitted.keys(), ...wayOn].join(' ');
}
