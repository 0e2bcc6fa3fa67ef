import { parseErrorBody } from '../errorBody.ts';
import { isRedirectStatus, networkSignIn } from '../errors.ts';
import { redirectTarget } from '../redirectTarget.ts';
import { readBeginning } from '../readErrorAnswer.ts';
import { chatCompletionsUrl } from '../serviceAddress.ts';
import type { ConnectionAnswer, ConnectionAttempt, ConnectionOutcome, ConnectionReport } from './connectionReport.ts';
import { errorFromTransport } from './errorFromTransport.ts';
import { mayUseFetch } from './fetchTransport.ts';
import type { NetworkSettings } from './networkSettings.ts';
import { resolveRoute } from './resolveRoute.ts';
import type { ConnectionPhase, Route, Transport, TransportResponse } from './transport.ts';
import type { CertificateFacts } from './transportErrors.ts';

export interface CheckOptions {
  readonly transport: Transport;
  readonly network: NetworkSettings;
  /** The service's base URL. Ends with `/v1`. */
  readonly baseUrl: string;
  readonly signal: AbortSignal;
  /**
   * The time limit for the response. For our own connection (see NetworkSettings), the time starts when the connection
   * is established. For VS Code's `fetch`, the time starts with the attempt. If the time runs out after the headers
   * have arrived, the part of the body that has arrived is used.
   */
  readonly answerTimeoutMilliseconds: number;
}

/**
 * Checks the connection with a GET request to the chat endpoint. Reports the outcome and the successful steps of
 * connecting. If the request fails with an error over our own connection (see NetworkSettings), repeats the request
 * over VS Code's `fetch`, but only for https (see mayUseFetch). The requests contain no API key, so the service cannot
 * charge for them. Rejects only if the signal aborts.
 */
export async function checkService(options: CheckOptions): Promise<ConnectionReport> {
  const url = chatCompletionsUrl(options.baseUrl);
  const address = url.href;
  const hasFetch = mayUseFetch(url);
  if (hasFetch && options.network.transport === 'vscode') return { address, attempts: [await viaVsCode(options)] };
  const own = await viaOwnNetwork(options);
  return { address, attempts: hasFetch && own.outcome.kind === 'error' ? [own, await viaVsCode(options)] : [own] };
}

async function viaOwnNetwork(options: CheckOptions): Promise<ConnectionAttempt> {
  const phases: ConnectionPhase[] = [];
  const outcome = await attempt(options, 'direct', (phase) => phases.push(phase));
  return { route: shownRoute(chatCompletionsUrl(options.baseUrl), options.network), phases, outcome };
}

async function viaVsCode(options: CheckOptions): Promise<ConnectionAttempt> {
  return { route: { via: 'vscode' }, phases: [], outcome: await attempt(options, 'vscode', () => undefined) };
}

async function attempt(
  { transport, baseUrl, signal, answerTimeoutMilliseconds }: CheckOptions,
  network: 'direct' | 'vscode',
  onPhase: (phase: ConnectionPhase) => void,
): Promise<ConnectionOutcome> {
  const start = performance.now();
  const silence = new AbortController();
  let timeout: ReturnType<typeof setTimeout> | undefined;
  const startResponseTimeout = () => {
    timeout ??= setTimeout(() => silence.abort(), answerTimeoutMilliseconds);
  };
  // VS Code's fetch does not report when its connection is established, so the timeout starts at once.
  if (network === 'vscode') startResponseTimeout();
  try {
    const response = await transport({
      method: 'GET',
      url: chatCompletionsUrl(baseUrl),
      headers: { accept: '*/*', 'accept-encoding': 'identity' },
      signal: AbortSignal.any([signal, silence.signal]),
      transport: network,
      onConnected: startResponseTimeout,
      onPhase,
    });
    const milliseconds = performance.now() - start;
    const answer = await readResponse(response, chatCompletionsUrl(baseUrl));
    signal.throwIfAborted();
    return { ...answer, milliseconds };
  } catch (cause) {
    signal.throwIfAborted();
    const milliseconds = performance.now() - start;
    if (silence.signal.aborted) return { kind: 'silence', milliseconds };
    return { kind: 'error', error: errorFromTransport(cause, ''), certificate: certificateOf(cause), milliseconds };
  } finally {
    clearTimeout(timeout);
  }
}

const maxResponseBytes = 16 * 1024;

async function readResponse(response: TransportResponse, url: URL): Promise<ConnectionAnswer> {
  const { status } = response;
  const text = (await readBeginning(response.body, maxResponseBytes)).toString('utf8');
  response.close();
  const { detail, code } = parseErrorBody(text, '', status);
  const target = redirectTarget(response, url, '');
  if (target !== undefined) return { kind: 'redirect', status, detail: target };
  const kind = code === networkSignIn && status === 511 ? 'signIn' : kindOf(status, text);
  return { kind, status, detail };
}

/**
 * Returns the kind of a response that is no redirect. Checks the status before the content, because an error response
 * may contain an HTML page.
 */
function kindOf(status: number, text: string): ConnectionAnswer['kind'] {
  if (status === 407) return 'proxyAuthentication';
  if (isRedirectStatus(status)) return 'noTarget';
  if (status >= 500) return 'failure';
  return text.trimStart().startsWith('<') ? 'page' : 'service';
}

/** Returns the route without the proxy's credentials, or undefined if the proxy settings are invalid. */
function shownRoute(url: URL, network: NetworkSettings): Route | undefined {
  try {
    const route = resolveRoute(url, network);
    return route.via === 'direct' ? route : { via: 'proxy', proxy: route.proxy, source: route.source };
  } catch {
    return undefined;
  }
}

/**
 * Returns the untrusted certificate that caused an error of our own connection, or undefined for any other error.
 * Compares the names of errors instead of their classes, because undiciTransport.ts is bundled separately and has its
 * own copies of the classes.
 */
function certificateOf(cause: unknown): CertificateFacts | undefined {
  if (!(cause instanceof Error)) return undefined;
  if (cause.name === 'ProxyUnreachableError') return certificateOf(cause.cause);
  return cause.name === 'CertificateError' && 'certificate' in cause
    ? (cause.certificate as CertificateFacts)
    : undefined;
}
