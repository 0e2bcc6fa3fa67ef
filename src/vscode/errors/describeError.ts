import { STATUS_CODES } from 'node:http';
import { env, l10n } from 'vscode';
import {
  eventTooLarge,
  htmlPage,
  isTooLong,
  noChatEndpoint,
  noRedirectTarget,
  replyTooLarge,
  undecodableReply,
  unreadableReply,
} from '../../api/errors.ts';
import type { Reply, ReplyError } from '../../chat/messages/message.ts';
import type { ActionId } from '../../common/protocol/conversationProtocol.ts';
import { describeConnectionError } from './describeConnectionError.ts';
import { describeNotSent } from './describeNotSent.ts';
import type { ErrorParts } from './errorParts.ts';

/** A text for the user, and the buttons that may help, most helpful first. `showDetails` is the last button. */
interface ErrorDescription {
  readonly text: string;
  readonly actions: readonly ActionId[];
}

interface ErrorContext {
  /** True if text or reasoning arrived before the error. */
  readonly hasText?: boolean;
  /** The current time, in milliseconds since the epoch. */
  readonly now?: number;
  /** The origin of the base URL. */
  readonly origin?: string | undefined;
}

/**
 * Returns a text for the user about an error, and the buttons that may help. If nothing was charged, the text says so.
 *
 * @param context what is known about the error's request
 */
export function describeError(error: ReplyError, context: ErrorContext = {}): ErrorDescription {
  const { sentence, quoted, actions } = describe(error, context);
  const uncharged = error.mayBeCharged === false ? l10n.t('{0} Nothing was charged.', sentence) : sentence;
  return {
    text: quoted === '' ? uncharged : `${uncharged} ${quoted}`,
    // Offer Resend instead of Retry if the request may have been charged, because a second request may be charged, too.
    actions: error.mayBeCharged === true ? actions.map((id) => (id === 'retry' ? 'resend' : id)) : actions,
  };
}

function describe(error: ReplyError, { hasText = false, now = Date.now(), origin }: ErrorContext): ErrorParts {
  const { name, detail } = error;
  if (name === 'NotSentError') return describeNotSent(error);
  if (name === 'StreamError') return describeStreamError(error, hasText);
  const quoted = quoteDetail(error);
  switch (name) {
    case 'BadRequestError':
      return { ...describeRefusal(error), quoted };
    case 'AuthenticationError':
      return {
        sentence: l10n.t('The service didn’t accept your key. Set the key again.'),
        quoted,
        actions: ['setApiKey', 'retry', 'showDetails'],
      };
    case 'InsufficientBalanceError':
      return {
        sentence: l10n.t('Your balance doesn’t cover this request. Top up your balance on your account page.'),
        quoted,
        actions: ['openAccount', 'retry', 'showDetails'],
      };
    case 'PermissionDeniedError':
      return {
        sentence: l10n.t('The service or a proxy doesn’t allow this request.'),
        quoted,
        actions: ['checkConnection', 'retry', 'showDetails'],
      };
    case 'ProxyAuthenticationError':
      return {
        sentence: l10n.t(
          'A proxy requires a user name and a password. Enter them in the setting http.proxy or http.proxyAuthorization.',
        ),
        quoted: '',
        actions: ['openProxySettings', 'retry', 'showDetails'],
      };
    case 'NetworkSignInError':
      return {
        sentence: l10n.t('This network requires you to sign in first. Open a browser, and sign in there.'),
        quoted: '',
        actions: ['retry', 'checkConnection', 'showDetails'],
      };
    case 'RedirectError':
      return {
        sentence: redirectSentence(detail),
        quoted: '',
        actions: ['checkConnection', 'changeBaseUrl', 'retry', 'showDetails'],
      };
    case 'RateLimitError':
      return { sentence: busySentence(error, now), quoted, actions: ['retry', 'showDetails'] };
    case 'InternalServerError':
      return { sentence: failureSentence(error), quoted, actions: ['resend', 'showDetails'] };
    default:
      return { ...describeConnectionError(error, origin), quoted: '' };
  }
}

function quoteDetail({ code, detail, isTitle }: ReplyError): string {
  if (detail === '') return '';
  return isTitle === true || code === htmlPage
    ? l10n.t('Title of the page: {0}', detail)
    : l10n.t('Message from the service: {0}', detail);
}

function describeRefusal(error: ReplyError): Omit<ErrorParts, 'quoted'> {
  const { code, status: number } = error;
  const status = String(number);
  const toAddress: readonly ActionId[] = ['changeBaseUrl', 'checkConnection', 'retry', 'showDetails'];
  if (code === noChatEndpoint || number === 405) {
    return {
      sentence: l10n.t(
        'The base URL is probably wrong, because the server offers no chat completions there (status {0}).',
        status,
      ),
      actions: toAddress,
    };
  }
  if (code === noRedirectTarget) {
    return {
      sentence: l10n.t(
        'The answer has the unexpected status {0}, and names no other URL. The base URL may be wrong, or a proxy may have answered instead of the service.',
        [status, STATUS_CODES[status]].join(' ').trim(),
      ),
      actions: toAddress,
    };
  }
  if (number === 404) {
    return {
      sentence: l10n.t('The service refused the request (status {0}). The base URL or the model may be wrong.', status),
      actions: toAddress,
    };
  }
  if (isTooLong(error)) {
    return {
      sentence: l10n.t(
        'The message, with all that is sent with it, is too long for the service (status {0}). Copy it to a new session, remove attachments there, or send less text.',
        status,
      ),
      actions: ['copyToNewSession', 'retry', 'showDetails'],
    };
  }
  return {
    sentence: l10n.t('The service refused the request (status {0}).', status),
    actions: ['retry', 'showDetails'],
  };
}

/** @param target the address of the redirect, or an empty string if it is not shown */
function redirectSentence(target: string): string {
  return target === ''
    ? l10n.t(
        'The base URL redirects to another URL. The redirect isn’t followed, because your key would be sent there. Correct the setting tally.baseUrl. On a public network, sign in to the network first.',
      )
    : l10n.t(
        'The base URL redirects to {0}. The redirect isn’t followed, because your key would be sent there. Correct the setting tally.baseUrl. On a public network, sign in to the network first.',
        target,
      );
}

function failureSentence({ status }: ReplyError): string {
  switch (status) {
    case 408:
      return l10n.t(
        'The service stopped waiting for the request (status {0}). The request may have been charged.',
        '408',
      );
    case 409:
      return l10n.t(
        'The service reported a conflict with another request (status {0}). The request may have been charged. Wait until the other request has ended, and try again.',
        '409',
      );
    default:
      return l10n.t('The service failed (status {0}). The request may have been charged.', String(status));
  }
}

/** A wait of at most this many milliseconds is shown as a moment. */
const shortWait = 5_000;
/** A service that asks for a longer wait than 30 days, in milliseconds, probably sent a wrong number. */
const longestWait = 30 * 24 * 60 * 60 * 1_000;

/** Returns the sentence for a busy service, with a clock time instead of a duration, so that it stays true. */
function busySentence({ retryAt = 0 }: ReplyError, now: number): string {
  const wait = retryAt - now;
  if (wait <= shortWait) return l10n.t('The service is busy. Try again in a moment.');
  return wait > longestWait
    ? l10n.t('The service is busy. Try again later.')
    : l10n.t('The service is busy. Try again after {0}.', formatClock(retryAt, now));
}

/** Formats a time, rounded up to the next minute. Includes the date if it is not the date of `now`. */
function formatClock(time: number, now: number): string {
  const shown = new Date(Math.ceil(time / 60_000) * 60_000);
  const isToday = shown.toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(env.language, {
    timeStyle: 'short',
    ...(isToday ? {} : { dateStyle: 'medium' }),
  }).format(shown);
}

function describeStreamError(error: ReplyError, hasText: boolean): ErrorParts {
  if (!hasText && isTooLong(error)) {
    return {
      sentence: l10n.t(
        'The message, with all that is sent with it, is too long for the service. Copy it to a new session, remove attachments there, or send less text. The request may have been charged.',
      ),
      quoted: quoteDetail(error),
      actions: ['copyToNewSession', 'resend', 'showDetails'],
    };
  }
  switch (error.code) {
    case htmlPage:
      return {
        sentence: l10n.t(
          'The service returned a web page instead of a reply. The base URL is probably wrong, or this network requires you to sign in first. The request may have been charged.',
        ),
        quoted: quoteDetail(error),
        // The check says which of the two it is.
        actions: ['checkConnection', 'changeBaseUrl', 'resend', 'showDetails'],
      };
    case unreadableReply:
      return {
        sentence: l10n.t(
          'The reply couldn’t be read. The request may have been charged. Check the setting tally.baseUrl.',
        ),
        quoted: '',
        actions: ['changeBaseUrl', 'checkConnection', 'resend', 'showDetails'],
      };
    case undecodableReply:
      return {
        sentence: l10n.t(
          'A reply was received, but it couldn’t be decompressed or decoded. Its Content-Encoding may be wrong. The request may have been charged, and the upper end of its cost includes the reply.',
        ),
        quoted: '',
        actions: ['checkConnection', 'resend', 'showDetails'],
      };
    case eventTooLarge:
    case replyTooLarge:
      return {
        sentence: hasText
          ? l10n.t('The reply was ended because it’s too large. What was received is kept.')
          : l10n.t('The reply was ended because it’s too large. The request may have been charged.'),
        quoted: '',
        actions: ['showDetails'],
      };
    default:
      return {
        sentence: hasText
          ? l10n.t('The service ended the reply with an error. What was received is kept, and may have been charged.')
          : l10n.t('The service returned an error instead of a reply. The request may have been charged.'),
        quoted: quoteDetail(error),
        actions: ['resend', 'showDetails'],
      };
  }
}

/**
 * Returns the known facts about an error, for a support request. Each fact starts on a new line, with a label. The API
 * key is not included. The user's message is included only if the service's answer repeats it.
 */
export function errorDetails(reply: Pick<Reply, 'at' | 'id' | 'sent'>, error: ReplyError): string {
  const { name, status, code, requestId, elapsed, body, detail } = error;
  const lines: readonly (readonly [label: string, value: string | undefined])[] = [
    [l10n.t('Error'), [name, code].filter((each) => each !== undefined).join(' ')],
    [l10n.t('Status'), status?.toString()],
    [l10n.t('URL'), reply.sent && `${reply.sent.baseUrl}/chat/completions`],
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
