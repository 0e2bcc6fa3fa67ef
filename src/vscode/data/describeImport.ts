import * as vscode from 'vscode';
import type { ImportOutcome } from '../../chat/archive/importArchive.ts';
import type { ArchiveError } from '../../chat/archive/readArchive.ts';
import { formatTokens } from '../../common/text/formatCost.ts';
import { plainName } from '../dialogs/plainText.ts';

/** Returns sentences that say why the file with the name `file` was not imported. */
export function describeArchiveError({ fault }: ArchiveError, file: string): string {
  const { l10n } = vscode;
  switch (fault) {
    case 'foreign':
      return l10n.t('{0} wasn’t exported by Tally Chat. Nothing was imported.', file);
    case 'newer':
      return l10n.t('{0} was exported by a newer version of Tally Chat. Update Tally Chat to import it.', file);
    case 'incomplete':
      return l10n.t('The end of {0} is missing. Nothing was imported.', file);
    case 'tooLarge':
      return l10n.t('{0} has a line that is too long. Nothing was imported.', file);
  }
}

/** The outcome of an import into the data of all windows. */
export interface WindowImportOutcome extends ImportOutcome {
  /** The number of added drafts that this window already shows. */
  readonly shownDrafts: number;
  /** The number of added unsent edits. */
  readonly edits: number;
}

/** Returns sentences that say what was imported and what was not. */
export function describeOutcome(
  { sessions, skipped, drafts, shownDrafts, edits, requests, unreadable }: WindowImportOutcome,
  newerParts: ReadonlySet<string>,
): string {
  const { l10n, env } = vscode;
  const format = (count: number) => formatTokens(count, env.language);
  const changed = sessions.added + sessions.extended + sessions.replaced;
  return [
    l10n.t('Imported sessions: {0}. Imported requests: {1}.', format(changed), format(requests)),
    ...(shownDrafts > 0
      ? [l10n.t('Imported drafts: {0}. They were added to the message box.', format(shownDrafts))]
      : []),
    ...(drafts > shownDrafts
      ? [
          l10n.t(
            'Imported drafts that aren’t shown yet: {0}. They are added to the message box when you open their folder or reload its window.',
            format(drafts - shownDrafts),
          ),
        ]
      : []),
    ...(edits > 0
      ? [l10n.t('Imported unsent edits: {0}. Each is shown at its message when you open the session.', format(edits))]
      : []),
    ...(sessions.unchanged > 0 ? [l10n.t('Sessions that already existed: {0}.', format(sessions.unchanged))] : []),
    ...(sessions.different > 0
      ? [l10n.t('Sessions that differ from the file and weren’t replaced: {0}.', format(sessions.different))]
      : []),
    ...(sessions.open > 0
      ? [
          l10n.t(
            'Sessions that weren’t replaced, because they are open in a window: {0}. Show a new session in that window, then import again.',
            format(sessions.open),
          ),
        ]
      : []),
    ...(skipped > 0
      ? [l10n.t('Skipped sessions: {0}. Open the folder of these sessions, then import again.', format(skipped))]
      : []),
    ...(unreadable > 0 ? [l10n.t('Parts of the file that couldn’t be read: {0}.', format(unreadable))] : []),
    ...(newerParts.size > 0
      ? [
          l10n.t(
            'Parts that weren’t imported, because only a newer version of Tally Chat can read them: {0}.',
            [...newerParts].map((name) => plainName(name.slice(0, 40))).join(', '),
          ),
        ]
      : []),
  ].join(' ');
}
