import { l10n } from 'vscode';
import { noRedirectTarget } from '../../api/errors.ts';
import { isCertificateCode } from '../../api/network/transportErrors.ts';
import type { ConnectionPhase, Route } from '../../api/network/transport.ts';
import type { ConnectionAttempt, ConnectionOutcome, ConnectionReport } from '../../api/network/connectionReport.ts';
import type { NetworkSettings } from '../../api/network/networkSettings.ts';
import { describeError } from '../errors/describeError.ts';

/** The result of Check Connection in words. */
export interface ReportDescription {
  /** True if, with the current settings, requests reach the service. */
  readonly isReached: boolean;
  readonly sentence: string;
  /**
   * The address, then the lines for each attempt to connect. No line contains the API key or the credentials for a
   * proxy.
   */
  readonly lines: readonly string[];
  /** A query for the settings editor that finds the settings to check. Undefined if there are no settings to check. */
  readonly settings: string | undefined;
}

export function describeConnectionReport(
  report: ConnectionReport,
  transport: NetworkSettings['transport'],
): ReportDescription {
  const [first, second] = report.attempts;
  const lines = [l10n.t('URL: {0}', report.address), ...report.attempts.flatMap((attempt) => attemptLines(attempt))];
  if (second?.outcome.kind === 'service') {
    return {
      // With `auto`, requests use VS Code's network only if our own connection cannot be established.
      isReached: transport === 'auto' && !isConnected(first, report.address),
      sentence: l10n.t(
        'Only VS Code’s network can reach the service. Select vscode in the setting tally.network.transport.',
      ),
      lines,
      settings: 'tally.network.transport',
    };
  }
  return { lines, isReached: first.outcome.kind === 'service', ...describeAttempt(first, report.address) };
}

type Verdict = Pick<ReportDescription, 'sentence' | 'settings'>;

const proxySettings = '@id:http.proxy,http.proxyAuthorization,http.proxySupport,http.noProxy';
const certificateSettings = '@id:http.systemCertificates';

function describeAttempt({ route, phases, outcome }: ConnectionAttempt, address: string): Verdict {
  switch (outcome.kind) {
    case 'service':
      return {
        sentence: l10n.t('The service answers at {0} ({1} ms).', address, milliseconds(outcome)),
        settings: undefined,
      };
    case 'page': {
      const status = String(outcome.status);
      return {
        sentence: l10n.t(
          'A web page was returned instead of an answer from the service (status {0}). The page may be this network’s sign-in page, or the setting tally.baseUrl may be wrong.',
          status,
        ),
        settings: 'tally.baseUrl',
      };
    }
    case 'redirect':
      return {
        sentence: describeError({ name: 'RedirectError', detail: outcome.detail }).text,
        settings: 'tally.baseUrl',
      };
    case 'noTarget': {
      const { status } = outcome;
      return {
        sentence: describeError({ name: 'BadRequestError', status, code: noRedirectTarget, detail: '' }).text,
        settings: 'tally.baseUrl',
      };
    }
    case 'proxyAuthentication':
      return {
        sentence: describeError({ name: 'ProxyAuthenticationError', detail: '' }).text,
        settings: proxySettings,
      };
    case 'signIn':
      return { sentence: describeError({ name: 'NetworkSignInError', detail: '' }).text, settings: undefined };
    case 'failure':
      return {
        sentence: l10n.t('The service or a proxy failed (status {0}). Try again in a moment.', String(outcome.status)),
        settings: undefined,
      };
    case 'silence':
      return {
        sentence: l10n.t(
          'The service was reached, but didn’t answer. Check the setting tally.baseUrl, and check that the service is running.',
        ),
        settings: 'tally.baseUrl',
      };
    case 'error':
      return describeFailure(outcome, route, phases, address);
  }
}

function describeFailure(
  { error }: Extract<ConnectionOutcome, { kind: 'error' }>,
  route: Route | undefined,
  phases: readonly ConnectionPhase[],
  address: string,
): Verdict {
  const { text } = describeError(error, { origin: new URL(address).origin });
  if (route === undefined) return { sentence: text, settings: proxySettings };
  const code = error.code ?? '';
  if (isConnected({ phases }, address)) {
    return {
      sentence: l10n.t(
        'The service was reached, but its answer couldn’t be read ({0}). Check the setting tally.baseUrl, and check that the service is running.',
        code,
      ),
      settings: 'tally.baseUrl',
    };
  }
  if (/^PROXY_\d/.test(code)) return { sentence: text, settings: proxySettings };
  // If the connection to the proxy failed, a sentence about the service would mislead.
  if (route.via === 'proxy' && !phases.some(({ name }) => name === 'tunnel')) {
    const cause = code.replace(/^PROXY_/, '');
    return isCertificateCode(cause)
      ? {
          sentence: l10n.t(
            'The certificate of the proxy {0} isn’t trusted on this computer ({1}).',
            route.proxy,
            cause,
          ),
          settings: '@id:http.systemCertificates,http.proxyStrictSSL,http.proxy',
        }
      : {
          sentence: l10n.t(
            'The proxy {0} couldn’t be reached ({1}). It’s set by {2}.',
            route.proxy,
            cause,
            route.source,
          ),
          settings: proxySettings,
        };
  }
  if (code === 'CERT_VERIFICATION_OFF') return { sentence: text, settings: undefined };
  if (error.name !== 'APICertificateError') return { sentence: text, settings: 'tally.baseUrl' };
  return { sentence: text, settings: code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? 'tally.baseUrl' : certificateSettings };
}

/** Returns true if all steps of connecting to the service succeeded. */
function isConnected({ phases }: Pick<ConnectionAttempt, 'phases'>, address: string): boolean {
  const lastPhase = address.startsWith('https:') ? 'tls' : 'tcp';
  return phases.some(({ name }) => name === lastPhase);
}

function attemptLines({ route, phases, outcome }: ConnectionAttempt): readonly string[] {
  return [routeLine(route), ...phases.map((phase) => phaseLine(phase)), ...outcomeLines(outcome)];
}

function routeLine(route: Route | undefined): string {
  switch (route?.via) {
    case undefined:
      return l10n.t('Route: none');
    case 'direct':
      return l10n.t('Route: direct');
    case 'proxy':
      return l10n.t('Route: proxy {0}, set by {1}', route.proxy, route.source);
    case 'vscode':
      return l10n.t('Route: VS Code’s network');
  }
}

function phaseLine(phase: ConnectionPhase): string {
  const time = milliseconds(phase);
  switch (phase.name) {
    case 'dns':
      return l10n.t('Host name: {0} ({1} ms)', phase.addresses.join(', '), time);
    case 'tcp':
      return l10n.t('Connection: {0} ({1} ms)', phase.address, time);
    case 'proxyTls':
      return l10n.t('TLS with the proxy: {0} ({1} ms)', phase.protocol, time);
    case 'tunnel':
      return l10n.t('Tunnel through the proxy: open ({0} ms)', time);
    case 'tls':
      return l10n.t('TLS: {0} ({1} ms)', phase.protocol, time);
  }
}

/**
 * The maximum number of characters to show of the service's answer, and of each name in a certificate. The dialog must
 * fit on a screen.
 */
const maxDetailLength = 200;

function outcomeLines(outcome: ConnectionOutcome): readonly string[] {
  const time = milliseconds(outcome);
  if (outcome.kind === 'silence') return [l10n.t('Answer: none after {0} ms', time)];
  if (outcome.kind !== 'error') {
    const answer = l10n.t('Answer: status {0} ({1} ms)', String(outcome.status), time);
    // The sentence above the lines already names the target of a redirect.
    return outcome.detail === '' || outcome.kind === 'redirect'
      ? [answer]
      : [answer, l10n.t('Message from the service: {0}', outcome.detail.slice(0, maxDetailLength))];
  }
  const { error, certificate } = outcome;
  const failure = l10n.t('Error: {0} ({1} ms)', error.code ?? error.detail, time);
  if (certificate === undefined) return [failure];
  const subject = certificate.subject.slice(0, maxDetailLength);
  const issuer = certificate.issuer.slice(0, maxDetailLength);
  return [failure, l10n.t('Certificate: {0}, issued by {1}, valid until {2}', subject, issuer, certificate.validTo)];
}

function milliseconds({ milliseconds: exact }: { readonly milliseconds: number }): string {
  return String(Math.round(exact));
}
