import { creator as preset } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretLintRuleContext, SecretLintRuleCreator, SecretLintSourceCode } from '@secretlint/types';
import { isFiller } from './plausibleSecret.ts';

/**
 * Rules of the preset that are not used. Our own rules (see findSecrets.ts) find the same secrets.
 * - `filter-comments` lets a comment in a file switch other rules off, so a hostile file could switch them off.
 * - `github`, `npm` and `sendgrid` take up to 1.4 seconds for a hostile text of 1 MB.
 * - `basicauth` and `database-connection-string` report the placeholders of documentation, such as `user:password@host`.
 */
const unusedRules: readonly string[] = [
  'filter-comments',
  'github',
  'npm',
  'sendgrid',
  'basicauth',
  'database-connection-string',
].map((name) => `@secretlint/secretlint-rule-${name}`);

/**
 * Returns the used rules of secretlint's recommended preset. Each resolves with the secrets that it finds in a text.
 * The rules run without `@secretlint/core`, which records every run in the process's performance timeline.
 */
export function createSecretlintRules(): readonly ((text: string) => Promise<readonly string[]>)[] {
  const rules: SecretLintRuleCreator[] = [];
  preset.create({ sharedOptions: {}, registerRule: (rule) => void rules.push(rule) }, {});
  return rules.filter(({ meta }) => !unusedRules.includes(meta.id)).map(toFinder);
}

function toFinder(rule: SecretLintRuleCreator): (text: string) => Promise<readonly string[]> {
  return async (text) => {
    const found: string[] = [];
    const context: SecretLintRuleContext = {
      sharedOptions: {},
      createTranslator: () => () => ({ message: '', messageId: '', data: {} }),
      report: ({ range: [start, end] }) => void found.push(text.slice(start, end)),
      ignore: () => undefined,
    };
    await rule.create(context, {}).file?.(toSource(text));
    return found.filter((each) => !isFiller(each));
  };
}

/** Converts a text to the input of a rule. The input has no path, so that no rule reads a file. */
function toSource(content: string): SecretLintSourceCode {
  return { content, filePath: undefined, contentType: 'text', ext: '' } as SecretLintSourceCode;
}
