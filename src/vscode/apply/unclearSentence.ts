import * as vscode from 'vscode';
import { hasElisionMark } from '../../apply/fragments/elision.ts';
import { languageOfPath } from '../../apply/languages.ts';
import { splitCode } from '../../apply/lines/fileLines.ts';
import type { ReplyBlock, UnclearPlan } from '../../apply/planTypes.ts';
import { pluralText } from '../../common/text/pluralText.ts';
import { plainName } from '../dialogs/plainText.ts';

/** The ways to use unclear code that its sentence may name. */
export interface UnclearOffers {
  /** The code can replace selected lines. False if it leaves out code, see leavesOutCode. */
  readonly canReplace: boolean;
  /** The button that inserts the code at the cursor is offered. */
  readonly canInsert: boolean;
}

/** Returns true if a block contains a mark such as `// ... existing code ...`. */
export function leavesOutCode({ code }: ReplyBlock, path: string): boolean {
  return hasElisionMark(splitCode(code), [], languageOfPath(path));
}

/**
 * Returns a sentence that says why code cannot be applied to a file.
 *
 * @param name The name of the file, in a form for sentences.
 */
export function unclearSentence({ reason, places }: UnclearPlan, name: string, offers: UnclearOffers): string {
  const { l10n } = vscode;
  switch (reason.kind) {
    case 'notFound':
    case 'noNeighbours':
      return unknownPlaceSentence(name, offers);
    case 'ambiguous':
      return ambiguousSentence(plainName(reason.name), places.length, name);
    case 'versions':
      return l10n.t('The code has several versions of “{0}”. Apply only one of them.', plainName(reason.name));
    case 'openEnd':
      if (!offers.canReplace) return unknownPlaceSentence(name, offers);
      return l10n.t(
        'The first lines of this code are in {0}, but it isn’t certain where it ends there. Select the lines that it replaces and apply it again.',
        name,
      );
    case 'incomplete':
      return l10n.t('This code may be incomplete. Nothing is changed in {0}.', name);
    case 'miscounted':
      return l10n.t(
        'This diff may be incomplete, because it states more lines than it has. Nothing is changed in {0}.',
        name,
      );
    case 'repeats':
      if (!offers.canReplace)
        return l10n.t('With this code, {0} would declare “{1}” twice.', name, plainName(reason.name));
      return l10n.t(
        'With this code, {0} would declare “{1}” twice. Select the lines that it replaces, then apply it again.',
        name,
        plainName(reason.name),
      );
    case 'losesExport':
      return l10n.t('The export list in this code lacks “{0}”, which {1} exports.', plainName(reason.name), name);
    case 'tooLarge':
      return l10n.t('{0} or the code is too large to find the place of the code.', name);
    case 'notApplicable':
      return notApplicableSentence(reason.what, name);
  }
}

function unknownPlaceSentence(name: string, { canReplace, canInsert }: UnclearOffers): string {
  const { l10n } = vscode;
  if (!canReplace)
    return l10n.t(
      'It isn’t certain where this code belongs in {0}. It can’t replace selected lines, because it leaves out code.',
      name,
    );
  return canInsert
    ? l10n.t(
        'It isn’t certain where this code belongs in {0}. Select the lines that it replaces and apply it again, or insert it at the cursor.',
        name,
      )
    : l10n.t(
        'It isn’t certain where this code belongs in {0}. Select the lines that it replaces and apply it again.',
        name,
      );
}

export function notApplicableSentence(what: 'shell' | 'output' | 'otherLanguage', name: string): string {
  const { l10n } = vscode;
  switch (what) {
    case 'shell':
      return l10n.t('These are commands for a terminal. They don’t belong in a file.');
    case 'output':
      return l10n.t('This is the output of a program. It doesn’t belong in a file.');
    case 'otherLanguage':
      return l10n.t('This code is in another language than {0}.', name);
  }
}

function ambiguousSentence(what: string, places: number, name: string): string {
  const { l10n, env } = vscode;
  if (what === '') return l10n.t('This code fits in several places in {0}.', name);
  if (places < 2) return l10n.t('“{0}” exists several times in {1}.', what, name);
  if (places === 2) return l10n.t('“{0}” exists twice in {1}.', what, name);
  const args = [what, places, name];
  return pluralText(places, env.language, {
    one: l10n.t('“{0}” exists {1} time in {2}.', ...args),
    few: l10n.t({ message: '“{0}” exists {1} times in {2}.', args, comment: 'few' }),
    many: l10n.t({ message: '“{0}” exists {1} times in {2}.', args, comment: 'many' }),
    other: l10n.t('“{0}” exists {1} times in {2}.', ...args),
  });
}
