import { findCredentialForms } from './credentialForms.ts';
import { findKubernetesSecrets } from './kubernetesSecrets.ts';
import { findNamedValues } from './namedValues.ts';
import { isSecretFile } from './secretFileName.ts';
import { createSecretlintRules } from './secretlintRules.ts';
import { textKindOf, type SecretRule } from './secretRule.ts';
import { findTokens } from './tokenFormats.ts';

/**
 * A text is searched in windows: parts of at most this length, in UTF-16 code units. Between two windows, other events
 * are handled, so that a large or hostile file does not block the extension.
 */
const windowLength = 16_384;
/**
 * The length that two successive windows have in common, in UTF-16 code units. A secret of at most this length is whole
 * in at least one window.
 */
const overlap = 2_048;
/** The search ends when the result has this many entries, because the user is asked only once for all of them. */
const maxSecrets = 50;

const ownRules: readonly SecretRule[] = [findTokens, findCredentialForms, findKubernetesSecrets, findNamedValues];
const secretlintRules = createSecretlintRules();

/**
 * Resolves with the keys and passwords that a text seems to contain, without duplicates. If the file usually holds
 * secrets, the result also contains its path. The result has at most 50 entries, including the path. Both false alarms
 * and missed secrets are possible.
 *
 * @param path The path of the file, or an empty string for text that is not from a file. The separator is `/`.
 */
export async function findSecrets(path: string, text: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>(isSecretFile(path) ? [path] : []);
  const kind = textKindOf(path);
  for (let start = 0; start === 0 || start + overlap < text.length; start += windowLength - overlap) {
    const window = text.slice(start, start + windowLength);
    for (const rule of ownRules) addSome(found, rule(window, kind));
    for (const rule of secretlintRules) addSome(found, await rule(window));
    if (found.size >= maxSecrets) break;
    if (start + windowLength < text.length) await nextTurn();
  }
  return found;
}

function addSome(found: Set<string>, secrets: Iterable<string>): void {
  for (const secret of secrets) {
    if (found.size >= maxSecrets) return;
    found.add(secret);
  }
}

async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}
