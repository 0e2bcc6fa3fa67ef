import { l10n } from 'vscode';
import { isCertificateCode } from '../../api/network/transportErrors.ts';
import type { ReplyError } from '../../chat/messages/message.ts';
import type { ActionId } from '../../common/protocol/conversationProtocol.ts';
import type { ErrorParts } from './errorParts.ts';

/** The cause of a connection error in words, and the buttons with which the user can check it. */
interface Cause {
  readonly sentence: string;
  readonly checks: readonly ActionId[];
}

const networkCause = (sentence: string): Cause => ({ sentence, checks: ['checkConnection'] });
const addressCause = (sentence: string): Cause => ({ sentence, checks: ['checkConnection', 'changeBaseUrl'] });
const proxyCause = (sentence: string): Cause => ({ sentence, checks: ['checkConnection', 'openProxySettings'] });

/**
 * Describes an error of the connection to the service, with the buttons that may help, most helpful first. Most
 * sentences name a setting to check.
 *
 * @param origin the origin of the base URL, if it is known, which some sentences name
 */
export function describeConnectionError(error: ReplyError, origin?: string): Omit<ErrorParts, 'quoted'> {
  // An imported session may contain any text.
  const service = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined;
  const { sentence, checks } = causeOf(error, service);
  const actions: readonly ActionId[] =
    error.mayBeCharged === true ? ['resend', ...checks, 'showDetails'] : [...checks, 'retry', 'showDetails'];
  return { sentence, actions };
}

function causeOf(error: ReplyError, service: URL | undefined): Cause {
  if (error.name === 'APICertificateError') return certificateCause(error);
  if (error.mayBeCharged === true) return lossCause(error);
  if (error.name === 'APIConnectionTimeoutError') return addressCause(timeoutSentence(service));
  const { code = '', detail } = error;
  if (isWithoutTls(error)) {
    return addressCause(
      l10n.t(
        'The base URL begins with https, but the server there doesn’t use encryption ({0}). Check the port in the setting tally.baseUrl.',
        code,
      ),
    );
  }
  switch (code) {
    case 'ENOTFOUND':
      return addressCause(unknownHostSentence(service));
    case 'EAI_AGAIN':
      return networkCause(lookupSentence(service));
    case 'ECONNREFUSED':
      return addressCause(refusalSentence(service));
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENETDOWN':
      return networkCause(unreachableSentence(service));
    case 'UNSUPPORTED_PROXY':
      return proxyCause(
        l10n.t(
          'The configured proxy is neither an http nor an https proxy. Check the setting http.proxy, or select vscode in the setting tally.network.transport.',
        ),
      );
    case 'BLOCKED_PORT':
      return addressCause(
        l10n.t(
          'VS Code’s network doesn’t connect to the port of the base URL, which is reserved for another protocol. Check the setting tally.baseUrl, or select direct in the setting tally.network.transport.',
        ),
      );
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return proxyCause(
        l10n.t(
          'The connection was closed before it was established. A firewall or proxy may block it. Check the setting http.proxy.',
        ),
      );
    default: {
      const proxyCode = /^PROXY_(.+)$/.exec(code)?.[1];
      if (proxyCode !== undefined) return proxyCause(proxySentence(proxyCode));
      return addressCause(failureSentence(service, code === '' ? detail : code));
    }
  }
}

function timeoutSentence(service: URL | undefined): string {
  return service === undefined
    ? l10n.t('The service couldn’t be reached within 15 seconds. Check your network and the setting tally.baseUrl.')
    : l10n.t(
        'The service at {0} couldn’t be reached within 15 seconds. Check your network and the setting tally.baseUrl.',
        service.origin,
      );
}

function unknownHostSentence(service: URL | undefined): string {
  return service === undefined
    ? l10n.t('The service’s host name wasn’t found. Check your network and the setting tally.baseUrl.')
    : l10n.t('The host name {0} wasn’t found. Check your network and the setting tally.baseUrl.', service.hostname);
}

function lookupSentence(service: URL | undefined): string {
  return service === undefined
    ? l10n.t('The service’s host name couldn’t be looked up. This computer seems to be offline.')
    : l10n.t('The host name {0} couldn’t be looked up. This computer seems to be offline.', service.hostname);
}

function refusalSentence(service: URL | undefined): string {
  return service === undefined
    ? l10n.t(
        'No service responds at the base URL. Check the setting tally.baseUrl, and check that the service is running.',
      )
    : l10n.t(
        'No service responds at {0}. Check the setting tally.baseUrl, and check that the service is running.',
        service.origin,
      );
}

function unreachableSentence(service: URL | undefined): string {
  return service === undefined
    ? l10n.t('The service can’t be reached. This computer seems to be offline.')
    : l10n.t('The service at {0} can’t be reached. This computer seems to be offline.', service.origin);
}

function failureSentence(service: URL | undefined, reason: string): string {
  return service === undefined
    ? l10n.t('The service couldn’t be reached ({0}). Check your network and the setting tally.baseUrl.', reason)
    : l10n.t(
        'The service at {0} couldn’t be reached ({1}). Check your network and the setting tally.baseUrl.',
        service.origin,
        reason,
      );
}

/** Returns true if the server answered the TLS handshake with something other than TLS, such as a response of HTTP. */
function isWithoutTls({ code = '', detail }: ReplyError): boolean {
  if (/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/.test(code)) return true;
  // Node reports some errors of OpenSSL with this code, and the error of OpenSSL only in the message.
  return code === 'EPROTO' && /wrong version number|packet length too long/.test(detail);
}

function proxySentence(code: string): string {
  if (/^\d+$/.test(code))
    return l10n.t('The proxy refused the connection (status {0}). Check the setting http.proxy.', code);
  return isCertificateCode(code)
    ? l10n.t(
        'The proxy’s certificate isn’t trusted on this computer ({0}). Check the settings http.systemCertificates and http.proxyStrictSSL.',
        code,
      )
    : l10n.t('The proxy couldn’t be reached ({0}). Check the setting http.proxy.', code);
}

/** Describes an error that occurred after the request was sent, such as a lost connection or an unreadable answer. */
function lossCause({ code }: ReplyError): Cause {
  // The timeouts of VS Code's fetch. Our own connection has none.
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return networkCause(l10n.t('The service sent nothing for 5 minutes. The request may have been charged.'));
  }
  if (code === undefined || !/^(HPE_|UND_ERR_HEADERS|UND_ERR_RESPONSE)/.test(code)) {
    return networkCause(
      l10n.t('The connection was lost before the service replied. The request may have been charged.'),
    );
  }
  return addressCause(
    l10n.t(
      'The service’s answer couldn’t be read. The request may have been charged. Check the setting tally.baseUrl.',
    ),
  );
}

/** The advice for an unknown issuer first suspects the network, because a trusted stranger could read the key. */
function certificateCause({ code = '' }: ReplyError): Cause {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return networkCause(
        l10n.t('The service’s certificate isn’t valid today ({0}). Check this computer’s date.', code),
      );
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return addressCause(
        l10n.t(
          'The certificate belongs to another host ({0}). On a public network, sign in to the network first. Otherwise, check the setting tally.baseUrl.',
          code,
        ),
      );
    case 'CERT_VERIFICATION_OFF':
      return networkCause(
        l10n.t(
          'VS Code’s network can’t be used, because NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment turns off the verification of certificates. Remove this variable, and start VS Code again.',
        ),
      );
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return networkCause(
        l10n.t(
          'The service’s certificate is self-signed ({0}). On a public network, someone may be intercepting the connection: sign in to the network first, or use another one. If the service is your own, add its certificate to this computer’s certificates, and check the setting http.systemCertificates.',
          code,
        ),
      );
    default:
      return networkCause(
        l10n.t(
          'The issuer of the service’s certificate isn’t trusted on this computer ({0}). On a public network, someone may be intercepting the connection: sign in to the network first, or use another one. On your company’s network, add the company’s certificate to this computer’s certificates, and check the setting http.systemCertificates.',
          code,
        ),
      );
  }
}
