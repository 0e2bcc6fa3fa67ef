import { l10n } from 'vscode';
import { eventTooLarge, htmlPage, noChatEndpoint, replyTooLarge, unreadableReply } from '../../api/errors.ts';
import type { Reply, ReplyError } from '../../chat/messages/message.ts';
import { describeConnectionError, type ErrorDescription } from './describeConnectionError.ts';
import { describeNotSent } from './describeNotSent.ts';

/** Returns a text for the user about an error, and the buttons that may help. */
export function describeError(error: ReplyError): ErrorDescription {
  const { text, actions } = describe(error);
  // Offer Resend instead of Retry if the request may have been charged, because a second request may be charged, too.
  return {
    text,
    actions: error.mayBeCharged === true ? actions.map((id) => (id === 'retry' ? 'resend' : id)) : actions,
  };
}

function describe(error: ReplyError): ErrorDescription {
  const withDetail = (sentence: string) =>
    error.detail === '' ? sentence : l10n.t('{0} Message from the service: {1}', sentence, error.detail);
  const status = String(error.status);
  switch (error.name) {
    case 'NotSentError':
      return describeNotSent(error);
    case 'BadRequestError':
      if (error.code === noChatEndpoint)
        return {
          text: withDetail(
            l10n.t(
              'The base URL is probably wrong, because the server offers no chat completions at this address (status {0}).',
              status,
            ),
          ),
          actions: ['changeBaseUrl', 'checkConnection', 'retry', 'showDetails'],
        };
      return {
        text: withDetail(l10n.t('The service refused the request (status {0}).', status)),
        actions: ['showDetails', 'retry'],
      };
    case 'AuthenticationError':
      return {
        text: withDetail(l10n.t('The service didn’t accept your key. Set the key again.')),
        actions: ['setApiKey', 'retry', 'showDetails'],
      };
    case 'InsufficientBalanceError':
      return {
        text: withDetail(l10n.t('Your balance doesn’t cover this request. Add credit on your account page.')),
        actions: ['openAccount', 'retry', 'showDetails'],
      };
    case 'PermissionDeniedError':
      return {
        text: withDetail(l10n.t('The service or a proxy doesn’t allow this request.')),
        actions: ['showDetails', 'retry', 'checkConnection'],
      };
    case 'ProxyAuthenticationError':
      return {
        text: l10n.t(
          'A proxy requires a user name and a password. Enter them in the setting http.proxy or http.proxyAuthorization.',
        ),
        actions: ['openProxySettings', 'retry', 'showDetails'],
      };
    case 'RedirectError':
      return {
        text: l10n.t(
          'The service’s address redirects to another address. The redirect isn’t followed, because your key would be sent there. Correct the setting tally.baseUrl.',
        ),
        actions: ['openSettings', 'retry', 'showDetails'],
      };
    case 'RateLimitError':
      return { text: withDetail(busySentence(error)), actions: ['retry', 'showDetails'] };
    case 'InternalServerError':
      return {
        text: withDetail(l10n.t('The service failed (status {0}). The request may have been charged.', status)),
        actions: ['resend', 'showDetails'],
      };
    case 'StreamError':
      return describeStreamError(error, withDetail);
    default:
      return describeConnectionError(error);
  }
}

/** Returns the sentence for a busy service. The sentence includes the waiting time if the service sent one. */
function busySentence({ retryAfter }: ReplyError): string {
  if (retryAfter === undefined) return l10n.t('The service is busy. Try again in a moment.');
  const seconds = Math.ceil(retryAfter / 1_000);
  return seconds < 120
    ? l10n.t('The service is busy. Try again in {0} s.', String(seconds))
    : l10n.t('The service is busy. Try again in {0} min.', String(Math.ceil(seconds / 60)));
}

function describeStreamError({ code, detail }: ReplyError, withDetail: (sentence: string) => string): ErrorDescription {
  switch (code) {
    case htmlPage: {
      const sentence = l10n.t(
        'The service returned a web page instead of a reply. The base URL is probably wrong, or this network requires you to sign in first.',
      );
      return {
        text: detail === '' ? sentence : l10n.t('{0} Title of the page: {1}', sentence, detail),
        actions: ['changeBaseUrl', 'checkConnection', 'resend', 'showDetails'],
      };
    }
    case unreadableReply:
      return {
        text: l10n.t('The reply couldn’t be read. The request may have been charged. Check the setting tally.baseUrl.'),
        actions: ['openSettings', 'resend', 'showDetails'],
      };
    case eventTooLarge:
    case replyTooLarge:
      return {
        text: l10n.t('The reply was ended because it’s too large. What was received is kept.'),
        actions: ['showDetails'],
      };
    default:
      return {
        text: withDetail(
          l10n.t('The service ended the reply with an error. What was received is kept, and may have been charged.'),
        ),
        actions: ['resend', 'showDetails'],
      };
  }
}

/**
 * Returns the known facts about an error, for a support request. Each fact starts on a new line, with a label. The API
 * key is not included. The user's message is included only if the service's answer repeats it.
 */
export function errorDetails(reply: Pick<Reply, 'at' | 'id'>, error: ReplyError): string {
  const { name, status, code, requestId, elapsed, body, detail } = error;
  const lines: readonly (readonly [label: string, value: string | undefined])[] = [
    [l10n.t('Error'), [name, code].filter((each) => each !== undefined).join(' ')],
    [l10n.t('Status'), status?.toString()],
    [l10n.t('Request id'), requestId],
    [l10n.t('Sent'), new Date(reply.at).toISOString()],
    [l10n.t('Elapsed'), elapsed === undefined ? undefined : describeDuration(elapsed)],
    [l10n.t('Answer'), body === undefined || body === '' ? detail : body],
  ];
  return lines
    .flatMap(([label, value]) => (value === undefined || value === '' ? [] : [`${label}: ${value}`]))
    .join('\n');
}

function describeDuration(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}
