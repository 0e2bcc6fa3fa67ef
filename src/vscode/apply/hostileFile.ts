import * as vscode from 'vscode';
import { hostilePath, type PathDanger } from '../../apply/hostilePath.ts';
import { followLinks } from '../context/linkedFiles.ts';
import { confirm } from '../dialogs/askModal.ts';
import { plainName } from '../dialogs/plainText.ts';
import { toFile, type TargetFile } from './targetFile.ts';

/**
 * Asks the user before a change of a file that may make an editor or another program run something is shown. Also asks
 * for links to such files. Resolves with false if the user declines.
 */
export async function confirmHostileFile({ uri, path }: Pick<TargetFile, 'uri' | 'path'>): Promise<boolean> {
  const { l10n } = vscode;
  const danger = dangerOf(path) ?? dangerOf(await targetPath(uri));
  if (danger === undefined) return true;
  const name = plainName(path);
  const question = l10n.t('Show a change of {0}? This file can make programs run commands.', name);
  return confirm(question, reason(danger), { safe: l10n.t('Don’t Show'), acting: l10n.t('Show Change') });
}

type Danger = Exclude<PathDanger, 'outside'>;

/** Returns the danger, except that the file is outside the workspace: then the user has opened it. */
function dangerOf(path: string): Danger | undefined {
  const danger = hostilePath(path);
  return danger === 'outside' ? undefined : danger;
}

/** Resolves with the path in the workspace to which the links of a file lead. */
async function targetPath(uri: vscode.Uri): Promise<string> {
  const target = await followLinks(uri);
  if (target.toString() === uri.toString()) return '';
  for (const { uri: folder } of vscode.workspace.workspaceFolders ?? []) {
    const root = `${(await followLinks(folder)).path.replace(/\/$/, '')}/`;
    if (target.path.startsWith(root)) return target.path.slice(root.length);
  }
  return toFile(target).path;
}

function reason(danger: Danger): string {
  const { l10n } = vscode;
  switch (danger) {
    case 'repository':
      return l10n.t('It belongs to the version control, which can run the commands in its files.');
    case 'editor':
      return l10n.t('It configures an editor or a container, which can run the commands in it without asking.');
    case 'runs':
      return l10n.t('Tools run it, or the commands in it, without asking.');
    case 'hidden':
      return l10n.t('Its path contains hidden characters.');
  }
}
