import * as vscode from 'vscode';
import { unreadableReply } from '../api/errors.ts';
import type { ActionId } from '../common/protocol.ts';
import type { ReplyError } from '../chat/message.ts';

/** A sentence for people, and the buttons that help. */
export interface ErrorDescription {
  readonly text: string;
  readonly actions: readonly ActionId[];
}

/** The one place that turns an error into words: what happened, and what to do next. */
export function describeError(error: ReplyError): ErrorDescription {
  const { l10n } = vscode;
  switch (error.name) {
    case 'AuthenticationError':
      return { text: l10n.t('The service did not accept your key. Set it again.'), actions: ['setApiKey', 'retry'] };
    case 'InsufficientBalanceError':
      return {
        text: withDetail(l10n.t('Your balance does not cover this request. Add to it on your account page.'), error),
        actions: ['openAccount', 'retry'],
      };
    case 'PermissionDeniedError':
      return {
        text: withDetail(l10n.t('The service, or a proxy in between, does not allow this request.'), error),
        actions: ['checkConnection', 'showLog'],
      };
    case 'ProxyAuthenticationError':
      return {
        text: l10n.t('A proxy on the way wants credentials. Look at the proxy settings of VS Code.'),
        actions: ['checkConnection'],
      };
    case 'RedirectError':
      return {
        text: l10n.t('The service’s address redirects elsewhere, which is not followed: your key would travel. Correct the base URL.'),
        actions: ['openSettings'],
      };
    case 'RateLimitError':
      return {
        text: withDetail(l10n.t('The service is busy. Try again in a moment.'), error),
        actions: ['retry'],
      };
    case 'InternalServerError':
      return {
        text: withDetail(l10n.t('The service failed (status {0}). The request may have been charged.', String(error.status)), error),
        actions: ['retry'],
      };
    case 'BadRequestError':
      return {
        text: withDetail(l10n.t('The service refused the request (status {0}).', String(error.status)), error),
        actions: ['showLog', 'checkConnection'],
      };
    case 'StreamError':
      if (error.code === unreadableReply) {
        return {
          text: l10n.t('The reply could not be read, and may have been charged. Check the setting tally.baseUrl.'),
          actions: ['openSettings', 'checkConnection'],
        };
      }
      return {
        text: withDetail(l10n.t('The service broke off the reply with an error. What came is kept, and may have been charged.'), error),
        actions: ['retry'],
      };
    case 'APIConnectionTimeoutError':
      return {
        text: l10n.t('The service could not be reached within 15 seconds. Check your network and the base URL.'),
        actions: ['retry', 'checkConnection'],
      };
    default:
      return { text: connectionSentence(error), actions: ['retry', 'checkConnection'] };
  }
}

function connectionSentence({ code, detail }: ReplyError): string {
  const { l10n } = vscode;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return l10n.t('The service’s host name was not found. Check your network and the setting tally.baseUrl.');
    case 'ECONNREFUSED':
      return l10n.t('Nothing answers at the service’s address. Check the setting tally.baseUrl, or whether the service runs.');
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return l10n.t('The connection broke before the reply began. The request may have been charged.');
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_HAS_EXPIRED':
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return l10n.t('The service’s certificate is not trusted on this computer ({0}).', code);
    default:
      return l10n.t('The service could not be reached ({0}). Check your network and the setting tally.baseUrl.', code ?? detail);
  }
}

/** The service’s own words help more than ours, where there are any. */
function withDetail(sentence: string, { detail }: ReplyError): string {
  return detail === '' ? sentence : vscode.l10n.t('{0} It says: {1}', sentence, detail);
}
