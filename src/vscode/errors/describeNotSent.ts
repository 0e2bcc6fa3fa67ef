import { l10n } from 'vscode';
import type { NotSentCode } from '../../api/errors.ts';
import type { ReplyError } from '../../chat/messages/message.ts';
import type { ErrorParts } from './errorParts.ts';

/**
 * Returns a text for the user about a request that a check before sending refused, and the buttons that may help. A
 * retry asks the user about the limit again.
 */
export function describeNotSent({ code, detail }: ReplyError): ErrorParts {
  const sentence = refusalSentence(code as NotSentCode | undefined);
  return sentence === undefined
    ? { sentence: l10n.t('The message wasn’t sent.'), quoted: detail, actions: ['retry', 'showDetails'] }
    : { sentence, quoted: '', actions: ['retry'] };
}

/** Returns undefined for a check that failed, which has no code. An imported session may contain any code. */
function refusalSentence(code: NotSentCode | undefined): string | undefined {
  switch (code) {
    case 'daily_limit':
      return l10n.t('The message wasn’t sent, because it could exceed your daily limit.');
    case 'session_limit':
      return l10n.t('The message wasn’t sent, because it could exceed your session limit.');
    case 'message_limit':
      return l10n.t('The message wasn’t sent, because it costs more than the amount above which you want to be asked.');
    case 'unknown_amount':
      return l10n.t('The message wasn’t sent, because a limit or a price is unknown.');
    case 'connection_changed':
      return l10n.t('The message wasn’t sent, because the base URL or the API key has changed.');
    default:
      return undefined;
  }
}
