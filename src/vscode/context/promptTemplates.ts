import * as vscode from 'vscode';
import type { PromptSetting } from '../settings/settings.ts';

/** A prompt that the user picks by name. */
export interface PromptTemplate extends PromptSetting {
  /**
   * True if the prompt in the settings contains the placeholder `${selection}`. In `text`, the placeholder is replaced
   * with `the selected code` in the user's language. The code itself must be attached.
   */
  readonly usesSelection: boolean;
}

/**
 * Returns the prompts in the settings, then the built-in prompts. If several prompts have the same name, ignoring case,
 * only the first of them is returned.
 */
export function listPromptTemplates(settings: readonly PromptSetting[]): readonly PromptTemplate[] {
  const byName = new Map<string, PromptTemplate>();
  for (const template of [...settings.map(replacePlaceholder), ...builtInTemplates()]) {
    const key = template.name.toLowerCase();
    if (!byName.has(key)) byName.set(key, template);
  }
  return [...byName.values()];
}

function replacePlaceholder(prompt: PromptSetting): PromptTemplate {
  const text = prompt.text.replaceAll('${selection}', vscode.l10n.t('the selected code'));
  return { ...prompt, text, usesSelection: text !== prompt.text };
}

function builtInTemplates(): readonly PromptTemplate[] {
  const { l10n } = vscode;
  const texts: readonly (readonly [string, string])[] = [
    [l10n.t('Explain'), l10n.t('Explain this code.')],
    [l10n.t('Fix'), l10n.t('Find the mistakes in this code and fix them. Say what was wrong.')],
    [l10n.t('Write tests'), l10n.t('Write tests for this code. Cover the edge cases.')],
    [l10n.t('Document'), l10n.t('Write documentation comments for this code. Change nothing else.')],
  ];
  return texts.map(([name, text]) => ({ name, text, usesSelection: false, isFromWorkspace: false }));
}
