import { strict as assert } from 'node:assert';
import { checkService, type CheckOptions } from '../../../../src/api/network/checkService.ts';
import type { ConnectionReport } from '../../../../src/api/network/connectionReport.ts';
import type { NetworkSettings } from '../../../../src/api/network/networkSettings.ts';
import { createUndiciTransport } from '../../../../src/api/network/undiciTransport.ts';
import { cleanUpAfterEach, standInService } from '../../cleanUp.ts';
import { startConnectProxy } from './connectProxy.ts';
import { openHandles } from '../openHandles.ts';
import { rawServer, streamHead } from '../rawServer.ts';
import { startSecureService } from './secureService.ts';
import { autoNetwork, testTransport } from './sendRequest.ts';
import { companyCa, expired, key } from './testCertificates.ts';

async function check(
  baseUrl: string,
  settings: Partial<NetworkSettings> = {},
  fetch: typeof globalThis.fetch = async () => globalThis.fetch('http://127.0.0.1:2/'),
  options: Partial<CheckOptions> = {},
): Promise<ConnectionReport> {
  const network = { ...autoNetwork, ...settings };
  const transport = createUndiciTransport(() => network, { certificates: () => [companyCa], fetch: () => fetch });
  const signal = new AbortController().signal;
  const start = performance.now();
  const report = await checkService({
    transport,
    network,
    baseUrl,
    signal,
    answerTimeoutMilliseconds: 30_000,
    ...options,
  });
  const elapsed = performance.now() - start;
  assert.ok(report.attempts.every(({ outcome }) => outcome.milliseconds <= elapsed));
  return report;
}

/**
 * Returns the parts of a report that are the same in each run, without addresses and times. Asserts that no attempt
 * took a negative time, and that no step took longer than its attempt.
 */
function outline({ attempts }: ConnectionReport): unknown {
  return attempts.map(({ route, phases, outcome }) => {
    const { kind, milliseconds } = outcome;
    assert.ok(milliseconds >= 0 && phases.every((phase) => phase.milliseconds <= milliseconds));
    const answer = kind === 'error' ? outcome.error.code : kind === 'silence' ? undefined : outcome.status;
    return [route?.via, phases.map(({ name }) => name), kind, answer];
  });
}

describe('checkService', () => {
  const cleanUp = cleanUpAfterEach();

  it('sends no API key, costs nothing, and reports the status of the service', async () => {
    const standIn = await standInService(cleanUp);
    const report = await check(standIn.baseUrl);
    assert.equal(report.address, `${standIn.baseUrl}/chat/completions`);
    assert.deepEqual(outline(report), [['direct', ['tcp'], 'service', 405]]);
    assert.equal(standIn.requests[0]?.headers.authorization, undefined);
    assert.equal(standIn.ledger.length, 0);
  });

  for (const [description, answer, kind, status, detail] of [
    [
      'an HTML page',
      'HTTP/1.1 200 OK\r\ncontent-length: 60\r\n\r\n <!doctype html><html><title>Sign in</title>',
      'page',
      200,
      'Sign in',
    ],
    ['an HTML page with status 404', 'HTTP/1.1 404 No\r\ncontent-length: 6\r\n\r\n<html>', 'page', 404, ''],
    ['status 300', 'HTTP/1.1 300 No\r\ncontent-length: 0\r\n\r\n', 'noTarget', 300, ''],
    ['status 304', 'HTTP/1.1 304 No\r\n\r\n', 'noTarget', 304, ''],
    ['status 400', 'HTTP/1.1 400 No\r\ncontent-length: 0\r\n\r\n', 'service', 400, ''],
    ['status 499', 'HTTP/1.1 499 No\r\ncontent-length: 0\r\n\r\n', 'service', 499, ''],
    ['status 511 with a page', 'HTTP/1.1 511 No\r\ncontent-length: 6\r\n\r\n<html>', 'signIn', 511, ''],
    ['status 511 without a page', 'HTTP/1.1 511 No\r\ncontent-length: 0\r\n\r\n', 'failure', 511, ''],
    ['status 500', 'HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n', 'failure', 500, ''],
    [
      'a redirect',
      'HTTP/1.1 301 No\r\nlocation: https://portal.example/?back=1\r\ncontent-length: 0\r\n\r\n',
      'redirect',
      301,
      'https://portal.example/',
    ],
    [
      'a proxy that requires credentials',
      'HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n',
      'proxyAuthentication',
      407,
      '',
    ],
    ['status 503', 'HTTP/1.1 503 No\r\ncontent-length: 4\r\n\r\ndown', 'failure', 503, 'down'],
    [
      'a JSON error',
      'HTTP/1.1 401 No\r\ncontent-length: 28\r\n\r\n{"error":{"message":"key?"}}',
      'service',
      401,
      'key?',
    ],
  ] as const) {
    it(`reports '${kind}' for ${description}`, async () => {
      const server = await rawServer(cleanUp);
      const checking = check(server.baseUrl);
      const { socket, requested } = await server.connected;
      await requested;
      socket.end(answer);
      const report = await checking;
      assert.deepEqual(outline(report), [['direct', ['tcp'], kind, status]]);
      const [{ outcome }] = report.attempts;
      assert.equal('detail' in outcome ? outcome.detail : undefined, detail);
    });
  }

  it('stops reading an endless response', async () => {
    const server = await rawServer(cleanUp);
    const checking = check(server.baseUrl);
    const { socket, requested, closed } = await server.connected;
    await requested;
    socket.write(`HTTP/1.1 200 OK\r\n\r\n<${'x'.repeat(100_000)}`);
    assert.deepEqual(outline(await checking), [['direct', ['tcp'], 'page', 200]]);
    await closed;
  });

  it("reports 'silence' if no response comes in time", async () => {
    const server = await rawServer(cleanUp);
    const report = await check(server.baseUrl, {}, undefined, { answerTimeoutMilliseconds: 50 });
    assert.deepEqual(outline(report), [['direct', ['tcp'], 'silence', undefined]]);
    await (
      await server.connected
    ).closed;
  });

  it("reports 'silence' if VS Code’s fetch receives no response in time", async () => {
    const server = await rawServer(cleanUp);
    const fetch: typeof globalThis.fetch = async (_, init) => globalThis.fetch(server.baseUrl, init);
    const report = await check('https://service.test/v1', { transport: 'vscode' }, fetch, {
      answerTimeoutMilliseconds: 50,
    });
    assert.deepEqual(outline(report), [['vscode', [], 'silence', undefined]]);
  });

  it('does not count the time of connecting towards the time limit for the response', async () => {
    const server = await rawServer(cleanUp);
    const transport = testTransport({}, { connectTimeoutMilliseconds: 200 });
    const baseUrl = server.baseUrl.replace('http:', 'https:');
    const report = await check(baseUrl, {}, undefined, { transport, answerTimeoutMilliseconds: 1 });
    const [{ outcome }] = report.attempts;
    assert.equal(outcome.kind === 'error' && outcome.error.code, 'ETIMEDOUT');
  });

  it('finds the title of a page that arrives in several pieces', async () => {
    const pages = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const piece of ['<html>', '<title>Sign', ' in</title>']) controller.enqueue(Buffer.from(piece));
        controller.close();
      },
    });
    const fetch = async () => Promise.resolve(new Response(pages));
    const report = await check('https://service.test/v1', { transport: 'vscode' }, fetch);
    const [{ outcome }] = report.attempts;
    assert.deepEqual(outcome.kind === 'page' && outcome.detail, 'Sign in');
  });

  it('rejects when the signal aborts in the middle of the response', async () => {
    const server = await rawServer(cleanUp);
    void server.connected.then(({ socket }) => socket.write(`${streamHead}words`));
    const stopping = new AbortController();
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const response = await globalThis.fetch(server.baseUrl, init);
      stopping.abort();
      return response;
    };
    const { signal } = stopping;
    const checking = check('https://service.test/v1', { transport: 'vscode' }, fetch, { signal });
    await assert.rejects(checking, { name: 'AbortError' });
  });

  it('reports the steps of connecting, and the source and address of the proxy, but not the proxy’s credentials', async () => {
    const target = await startSecureService(cleanUp);
    const proxy = await startConnectProxy(cleanUp, {
      hosts: { 'service.test': target.port },
      credentials: 'user:secret',
    });
    const address = proxy.url.replace('//', '//user:secret@');
    const report = await check('https://service.test/v1', { environment: { all_proxy: address } });
    assert.deepEqual(outline(report), [['proxy', ['tcp', 'tunnel', 'tls'], 'service', 200]]);
    assert.deepEqual(report.attempts[0].route, { via: 'proxy', proxy: proxy.url, source: 'all_proxy' });
    assert.doesNotMatch(JSON.stringify(report), /secret/);
  });

  it('reports the untrusted certificate of the service', async () => {
    const target = await startSecureService(cleanUp, expired);
    const report = await check(`https://localhost:${target.port}/v1`);
    assert.deepEqual(outline(report), [
      ['direct', ['dns', 'tcp'], 'error', 'CERT_HAS_EXPIRED'],
      ['vscode', [], 'error', 'ECONNREFUSED'],
    ]);
    const [{ outcome, phases }] = report.attempts;
    assert.deepEqual(outcome.kind === 'error' && outcome.certificate, {
      subject: 'CN=service.test',
      issuer: 'CN=Company CA',
      validTo: 'Jan  1 00:00:00 2021 GMT',
    });
    assert.ok(phases[0]?.name === 'dns' && phases[0].addresses.includes('127.0.0.1'));
    assert.ok(phases[1]?.name === 'tcp' && phases[1].address === '127.0.0.1');
  });

  it('reports the untrusted certificate of a proxy', async () => {
    const proxy = await startConnectProxy(cleanUp, { tls: { key, cert: expired } });
    const report = await check('https://service.test/v1', { proxy: proxy.url });
    assert.deepEqual(outline(report), [
      ['proxy', ['tcp'], 'error', 'PROXY_CERT_HAS_EXPIRED'],
      ['vscode', [], 'error', 'ECONNREFUSED'],
    ]);
    const certificates = report.attempts.map(({ outcome }) => outcome.kind === 'error' && outcome.certificate);
    assert.deepEqual(certificates, [
      { subject: 'CN=service.test', issuer: 'CN=Company CA', validTo: 'Jan  1 00:00:00 2021 GMT' },
      undefined,
    ]);
  });

  it('reports no certificate for a proxy that cannot be reached', async () => {
    const [{ outcome }] = (await check('https://service.test/v1', { proxy: 'http://127.0.0.1:1' })).attempts;
    assert.equal(outcome.kind === 'error' && outcome.error.code, 'PROXY_ECONNREFUSED');
    assert.equal(outcome.kind === 'error' && outcome.certificate, undefined);
  });

  it('uses VS Code’s fetch if our own connection fails, and uses only fetch with the setting `vscode`', async () => {
    const standIn = await standInService(cleanUp);
    const fetch: typeof globalThis.fetch = async (_, init) =>
      globalThis.fetch(`${standIn.baseUrl}/chat/completions`, init);
    for (const transport of ['auto', 'direct'] as const) {
      assert.deepEqual(outline(await check('https://127.0.0.1:1/v1', { transport }, fetch)), [
        ['direct', [], 'error', 'ECONNREFUSED'],
        ['vscode', [], 'service', 405],
      ]);
    }
    assert.deepEqual(outline(await check('https://127.0.0.1:1/v1', { transport: 'vscode' }, fetch)), [
      ['vscode', [], 'service', 405],
    ]);
  });

  it('never uses VS Code’s fetch for http', async () => {
    for (const transport of ['auto', 'vscode'] as const) {
      const report = await check('http://127.0.0.1:1/v1', { transport }, () => assert.fail());
      assert.deepEqual(outline(report), [['direct', [], 'error', 'ECONNREFUSED']]);
    }
  });

  it('reports no route and no credentials for an unsupported proxy', async () => {
    const [own] = (await check('https://service.test/v1', { proxy: 'socks://user:secret@p:1' })).attempts;
    assert.equal(own.route, undefined);
    assert.equal(own.outcome.kind === 'error' && own.outcome.error.code, 'UNSUPPORTED_PROXY');
    assert.doesNotMatch(JSON.stringify(own), /secret/);
  });

  it('rejects, closes its socket, and leaks no socket or timer when the signal aborts', async () => {
    const server = await rawServer(cleanUp);
    const handles = openHandles();
    const controller = new AbortController();
    const checking = check(server.baseUrl, {}, undefined, { signal: controller.signal });
    const rejected = assert.rejects(checking, { name: 'AbortError' });
    const { requested, closed } = await server.connected;
    await requested;
    controller.abort();
    await rejected;
    await closed;
    assert.deepEqual(await handles.leaked(), []);
  });
});
