import * as vscode from 'vscode';

/** A prompt that can be had by its name. */
export interface Prompt {
  readonly name: string;
  /** Without the placeholder for the selection. */
  readonly text: string;
  /** Its text had `${selection}`: the selected code goes with it. */
  readonly usesSelection: boolean;
  /** A repository brought it: it is shown before it is sent. */
  readonly isFromWorkspace: boolean;
}

/** The person's own prompts, then those of the workspace, then the built-in ones; of one name the first. */
export function readPrompts(): readonly Prompt[] {
  const setting = vscode.workspace.getConfiguration('tally').inspect('prompts');
  const all = [
    ...parsePrompts(setting?.globalValue, false),
    ...parsePrompts(setting?.workspaceValue, true),
    ...parsePrompts(setting?.workspaceFolderValue, true),
    ...builtInPrompts(),
  ];
  return all.filter(({ name }, index) => all.findIndex((each) => each.name.toLowerCase() === name.toLowerCase()) === index);
}

function parsePrompts(value: unknown, isFromWorkspace: boolean): readonly Prompt[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) => {
    const { name, text } = (each ?? {}) as { readonly name?: unknown; readonly text?: unknown };
    if (typeof name !== 'string' || typeof text !== 'string' || name.trim() === '' || text.trim() === '') return [];
    const shown = text.replaceAll('${selection}', vscode.l10n.t('the selected code'));
    return [{ name: name.trim(), text: shown, usesSelection: shown !== text, isFromWorkspace }];
  });
}

function builtInPrompts(): readonly Prompt[] {
  const { l10n } = vscode;
  const texts: readonly (readonly [string, string])[] = [
    [l10n.t('Explain'), l10n.t('Explain this code.')],
    [l10n.t('Fix'), l10n.t('Find the mistakes in this code and fix them. Say what was wrong.')],
    [l10n.t('Write tests'), l10n.t('Write tests for this code. Cover the edge cases.')],
    [l10n.t('Document'), l10n.t('Write documentation comments for this code. Change nothing else.')],
  ];
  return texts.map(([name, text]) => ({ name, text, usesSelection: false, isFromWorkspace: false }));
}
