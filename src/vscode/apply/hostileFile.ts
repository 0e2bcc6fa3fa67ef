import * as vscode from 'vscode';
import { hostilePath, type PathDanger } from '../../apply/hostilePath.ts';
import { followLinks, pathInWorkspace } from '../context/linkedFiles.ts';
import { confirm } from '../dialogs/askModal.ts';
import { plainName } from '../dialogs/plainText.ts';
import { toFile, type TargetFile } from './targetFile.ts';

/** Questions before a change of a file that may make an editor or another program run something. */
export interface HostileFileQuestions {
  /**
   * Asks the user before a change of such a file, or of a link to one, is shown. Resolves with false if the user
   * declines.
   */
  readonly confirmShow: (file: Pick<TargetFile, 'uri' | 'path'>) => Promise<boolean>;
  /** Resolves with true if the file is such a file, or a link to one. */
  readonly needsQuestion: (file: Pick<TargetFile, 'uri' | 'path'>) => Promise<boolean>;
  /**
   * Asks the user before a shown change is applied, if the user has not agreed to show a change of the file to which the
   * path leads now. Links may have changed since. Resolves with false if the user declines.
   */
  readonly confirmApply: (uri: vscode.Uri) => Promise<boolean>;
}

export function createHostileFileQuestions(): HostileFileQuestions {
  /** The files to which the user has agreed, with the targets of their links and their dangers. */
  const agreed = new Set<string>();
  return {
    confirmShow: async (file) => {
      const found = await findDanger(file);
      if (found === undefined) return true;
      const isAgreed = await askToShow(file.path, found.danger);
      if (isAgreed) agreed.add(found.key);
      return isAgreed;
    },
    needsQuestion: async (file) => (await findDanger(file)) !== undefined,
    confirmApply: async (uri) => {
      const file = toFile(uri);
      const found = await findDanger(file);
      return found === undefined || agreed.has(found.key) || askToApply(file.path, found.danger);
    },
  };
}

async function askToShow(path: string, danger: Danger): Promise<boolean> {
  const { l10n } = vscode;
  const question = l10n.t('Show a change of {0}? This file can make programs run commands.', plainName(path));
  return confirm(question, reason(danger), { safe: l10n.t('Don’t Show'), acting: l10n.t('Show Change') });
}

async function askToApply(path: string, danger: Danger): Promise<boolean> {
  const { l10n } = vscode;
  const question = l10n.t('Apply the change of {0}? This file can now make programs run commands.', plainName(path));
  return confirm(question, reason(danger), { safe: l10n.t('Don’t Apply'), acting: l10n.t('Apply Change') });
}

/** A danger, and a key that is equal only for the same file with the same target and the same danger. */
interface FoundDanger {
  readonly danger: Danger;
  readonly key: string;
}

async function findDanger({ uri, path }: Pick<TargetFile, 'uri' | 'path'>): Promise<FoundDanger | undefined> {
  const target = await followLinks(uri);
  const danger = dangerOf(path) ?? (await dangerOfTarget(uri, target));
  return danger && { danger, key: JSON.stringify([uri.toString(), target?.toString(), danger]) };
}

/** `unknownTarget`: the links of the file cannot be followed, so it may be any file. */
type Danger = Exclude<PathDanger, 'outside'> | 'unknownTarget';

/** Returns the danger, except that the file is outside the workspace: then the user has opened it. */
function dangerOf(path: string): Danger | undefined {
  const danger = hostilePath(path);
  return danger === 'outside' ? undefined : danger;
}

/** Resolves with the danger of the path in the workspace to which the links of a file lead (see followLinks). */
async function dangerOfTarget(uri: vscode.Uri, target: vscode.Uri | undefined): Promise<Danger | undefined> {
  if (target === undefined) return 'unknownTarget';
  if (target.toString() === uri.toString()) return undefined;
  return dangerOf((await pathInWorkspace(target)) ?? toFile(target).path);
}

function reason(danger: Danger): string {
  const { l10n } = vscode;
  switch (danger) {
    case 'repository':
      return l10n.t('It belongs to version control, which can run the commands in its files.');
    case 'editor':
      return l10n.t('It configures an editor or a container, which can run the commands in it without asking.');
    case 'runs':
      return l10n.t('Tools run it, or the commands in it, without asking.');
    case 'shortName':
      return l10n.t('Its path contains a short name, such as GIT~1, which may mean another file.');
    case 'hidden':
      return l10n.t('Its path contains hidden characters.');
    case 'unknownTarget':
      return l10n.t('The links in its path can’t be followed, so it may be any other file.');
  }
}
