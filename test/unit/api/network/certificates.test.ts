import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { errorFromTransport } from '../../../../src/api/network/errorFromTransport.ts';
import { directNetwork } from '../../../../src/api/network/networkSettings.ts';
import type { ConnectionPhase } from '../../../../src/api/network/transport.ts';
import { createUndiciTransport } from '../../../../src/api/network/undiciTransport.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { rawServer } from '../rawServer.ts';
import { startSecureService } from './secureService.ts';
import { readText, send, testTransport } from './sendRequest.ts';
import { companyCa, expired, otherHost, selfSigned, service, withoutName } from './testCertificates.ts';

describe('createUndiciTransport, with a service over TLS', () => {
  const cleanUp = cleanUpAfterEach();

  for (const [description, cert, trusted, code, subject, issuer] of [
    [
      'a self-signed certificate',
      selfSigned,
      companyCa,
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'CN=service.test',
      'CN=service.test',
    ],
    [
      'a certificate from an unknown authority',
      service,
      selfSigned,
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'CN=service.test',
      'CN=Company CA',
    ],
    ['an expired certificate', expired, companyCa, 'CERT_HAS_EXPIRED', 'CN=service.test', 'CN=Company CA'],
    [
      'another host’s certificate',
      otherHost,
      companyCa,
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'CN=other.test',
      'CN=Company CA',
    ],
    [
      'an untrusted certificate without a subject',
      withoutName,
      companyCa,
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'DNS:service.test, DNS:localhost, IP Address:127.0.0.1',
      '',
    ],
  ] as const) {
    it(`rejects ${description}, sends no request, and reports the names in the certificate`, async () => {
      const target = await startSecureService(cleanUp, cert);
      const transport = testTransport({}, { certificates: () => [trusted] });
      const { response, isConnected, phases } = send(transport, `https://localhost:${target.port}/v1`);
      const cause: unknown = await response.catch((error: unknown) => error);
      assert.ok(cause instanceof Error && 'certificate' in cause);
      const { validTo, ...names } = cause.certificate as Record<string, string>;
      assert.deepEqual(names, { subject, issuer });
      assert.match(validTo ?? '', / GMT$/);
      const error = errorFromTransport(cause, '');
      assert.deepEqual([error.name, error.code], ['APICertificateError', code]);
      assert.equal(isConnected(), false);
      assert.deepEqual(
        phases.map(({ name }) => name),
        ['dns', 'tcp'],
      );
      await target.closed;
      assert.equal(target.requests.length, 0);
    });
  }

  it('rejects an untrusted certificate even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    const target = await startSecureService(cleanUp, selfSigned);
    const asking = getInNewProcess(`https://localhost:${target.port}/v1`, { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    await assert.rejects(asking, /DEPTH_ZERO_SELF_SIGNED_CERT/);
  });

  it('trusts the authorities in NODE_EXTRA_CA_CERTS', async () => {
    const target = await startSecureService(cleanUp);
    const url = `https://localhost:${target.port}/v1`;
    const file = path.join(await temporaryFolder(cleanUp), 'company.pem');
    await writeFile(file, companyCa);
    assert.equal(await getInNewProcess(url, { NODE_EXTRA_CA_CERTS: file }), 'secure');
    await assert.rejects(getInNewProcess(url, { NODE_EXTRA_CA_CERTS: '' }), /UNABLE_TO_VERIFY_LEAF_SIGNATURE/);
  });

  it('reads the trusted authorities at the first https request, and again after a change of the settings', async () => {
    const target = await startSecureService(cleanUp);
    const plain = await rawServer(cleanUp);
    const reads: boolean[] = [];
    const settings = { systemCertificates: false };
    const certificates = (withSystem: boolean) => {
      reads.push(withSystem);
      return [companyCa];
    };
    const transport = testTransport(settings, { certificates });
    const unencrypted = send(transport, plain.baseUrl);
    await (
      await plain.connected
    ).requested;
    unencrypted.stop();
    assert.deepEqual(reads, []);
    const url = `https://localhost:${target.port}/v1`;
    for (let count = 0; count < 2; count += 1) await readText(await send(transport, url).response);
    assert.deepEqual(reads, [false]);
    settings.systemCertificates = true;
    await readText(await send(transport, url).response);
    assert.deepEqual(reads, [false, true]);
  });

  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    it(`resumes the TLS session of the first request in later requests: ${version}`, async () => {
      const target = await startSecureService(cleanUp, undefined, undefined, version);
      const transport = testTransport();
      const url = `https://localhost:${target.port}/v1`;
      const phases: (ConnectionPhase | undefined)[] = [];
      for (let count = 0; count < 3; count += 1) {
        const sent = send(transport, url);
        await readText(await sent.response);
        phases.push(sent.phases.find(({ name }) => name === 'tls'));
      }
      assert.deepEqual(
        phases.map((phase) => phase?.name === 'tls' && [phase.protocol, phase.isResumed]),
        [
          [version, false],
          [version, true],
          [version, true],
        ],
      );
      assert.deepEqual(target.resumed, [false, true, true]);
    });
  }

  it('rejects a certificate from an unknown authority if the transport has the default options', async () => {
    const target = await startSecureService(cleanUp);
    const { response } = send(
      createUndiciTransport(() => directNetwork),
      `https://127.0.0.1:${target.port}/v1`,
    );
    await assert.rejects(response, { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
  });

  it('accepts a certificate for an IP address, and reports no DNS lookup', async () => {
    const target = await startSecureService(cleanUp);
    const { response, phases } = send(testTransport(), `https://127.0.0.1:${target.port}/v1`);
    assert.equal(await readText(await response), 'secure');
    assert.deepEqual(
      phases.map(({ name }) => name),
      ['tcp', 'tls'],
    );
  });

  it('accepts a trusted certificate without a subject', async () => {
    const target = await startSecureService(cleanUp, withoutName);
    const transport = testTransport({}, { certificates: () => [withoutName] });
    const { response } = send(transport, `https://localhost:${target.port}/v1`);
    assert.equal(await readText(await response), 'secure');
  });

  it('sends a host name in the TLS handshake, but does not send an IP address', async () => {
    const target = await startSecureService(cleanUp);
    for (const host of ['localhost', '127.0.0.1']) {
      const { response } = send(testTransport(), `https://${host}:${target.port}/v1`);
      await readText(await response);
    }
    assert.deepEqual(target.hostNames, ['localhost', undefined]);
  });

  it('rejects a server that does not speak TLS', async () => {
    const server = await rawServer(cleanUp);
    const { response } = send(testTransport(), server.baseUrl.replace('http:', 'https:'));
    const { socket, closed } = await server.connected;
    socket.write('HTTP/1.1 400 This port wants http\r\n\r\n');
    await assert.rejects(response, { code: /^ERR_SSL_/ });
    await closed;
  });
});

/**
 * Sends a request from a new process with additional environment variables. Returns the body of the response. A new
 * process is necessary, because Node reads NODE_EXTRA_CA_CERTS only at the start of a process.
 */
async function getInNewProcess(url: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const program = `
    const { createUndiciTransport } = await import(${JSON.stringify(new URL('../../../../src/api/network/undiciTransport.ts', import.meta.url).href)});
    const response = await createUndiciTransport()({
      method: 'GET', url: new URL(process.argv[1]), headers: {}, signal: new AbortController().signal, onConnected() {},
    });
    for await (const bytes of response.body) process.stdout.write(bytes);
    response.close();
  `;
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, url], { env });
  return stdout;
}
