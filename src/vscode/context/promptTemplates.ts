import * as vscode from 'vscode';
import type { PromptSetting } from '../settings/settings.ts';

/** A prompt that the user may pick. */
export interface PromptTemplate extends PromptSetting {
  /** True if the prompt is about the selected code, although its text contains no placeholder. */
  readonly isAboutCode?: boolean;
}

/**
 * Returns the prompts in the settings, then the built-in prompts. If several prompts have the same name, ignoring case,
 * only the first of them is returned. Their texts may contain the placeholder `${selection}`; see fillTemplate.
 */
export function listPromptTemplates(settings: readonly PromptSetting[]): readonly PromptTemplate[] {
  const byName = new Map<string, PromptTemplate>();
  for (const prompt of [...settings, ...builtInTemplates()]) {
    const key = prompt.name.toLowerCase();
    if (!byName.has(key)) byName.set(key, prompt);
  }
  return [...byName.values()];
}

/** The text of a prompt that the user may pick. */
interface FilledTemplate {
  /** The text, in which `the selected code`, in the user's language, replaces the placeholder `${selection}`. */
  readonly text: string;
  /** True if the prompt is about the selected code. The code itself must be attached. */
  readonly usesSelection: boolean;
}

/** Takes linear time, so it must be called only for the prompts that are shown. Prompts may be long. */
export function fillTemplate(prompt: PromptTemplate): FilledTemplate {
  const text = prompt.text.replaceAll('${selection}', vscode.l10n.t('the selected code'));
  return { text, usesSelection: prompt.isAboutCode === true || text !== prompt.text };
}

function builtInTemplates(): readonly PromptTemplate[] {
  const { l10n } = vscode;
  const texts: readonly (readonly [string, string])[] = [
    [l10n.t('Explain'), l10n.t('Explain this code.')],
    [l10n.t('Fix'), l10n.t('Find the mistakes in this code and fix them. Say what was wrong.')],
    [l10n.t('Write tests'), l10n.t('Write tests for this code. Cover the edge cases.')],
    [l10n.t('Document'), l10n.t('Write documentation comments for this code. Change nothing else.')],
  ];
  return texts.map(([name, text]) => ({ name, text, isFromWorkspace: false, isAboutCode: true }));
}
