import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getCACertificates, rootCertificates } from 'node:tls';
import { promisify } from 'node:util';
import { trustedCertificates } from '../../../../src/api/network/tlsStarter.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { companyCa } from './testCertificates.ts';

const moduleUrl = new URL('../../../../src/api/network/tlsStarter.ts', import.meta.url).href;

describe('trustedCertificates', () => {
  const cleanUp = cleanUpAfterEach();

  it('returns the authorities of Node and of NODE_EXTRA_CA_CERTS', () => {
    assert.ok(rootCertificates.length > 0);
    const expected = new Set([...rootCertificates, ...getCACertificates('extra')]);
    assert.deepEqual(trustedCertificates(false), [...expected]);
  });

  it('returns the authorities of the operating system only if `withSystem` is true', async () => {
    const program = `
      const { getCACertificates } = await import('node:tls');
      const { trustedCertificates } = await import(${JSON.stringify(moduleUrl)});
      const includesSystem = (withSystem) => {
        const trusted = new Set(trustedCertificates(withSystem));
        return getCACertificates('system').every((certificate) => trusted.has(certificate));
      };
      console.log(JSON.stringify([includesSystem(true), includesSystem(false)]));
    `;
    const file = path.join(await temporaryFolder(cleanUp), 'company.pem');
    await writeFile(file, companyCa);
    // On Linux, Node reads the operating system's authorities from SSL_CERT_FILE.
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: '', SSL_CERT_FILE: file };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env });
    assert.deepEqual(JSON.parse(stdout), [true, false]);
  });
});
