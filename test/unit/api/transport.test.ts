import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createTransport } from '../../../src/api/transport.ts';
import { probeService } from '../../../src/api/probeService.ts';
import { cleanUpAfterEach, standInService } from '../cleanUp.ts';
import { rawServer } from './rawServer.ts';

describe('the transport', () => {
  const cleanUp = cleanUpAfterEach();

  it('leaves the slots of undici alone, which all extensions share', async () => {
    const program = `
      const slots = () => ['1', '2'].map((version) => globalThis[Symbol.for('undici.globalDispatcher.' + version)]);
      const isSame = (before) => slots().every((slot, index) => slot === before[index]);
      const { createTransport } = await import(${JSON.stringify(transportUrl)});
      const empty = slots();
      const isEmpty = isSame(empty);
      await fetch('data:,');
      const taken = slots();
      await createTransport()({
        method: 'GET', url: new URL(process.argv[1]), headers: {}, signal: new AbortController().signal, onConnected() {},
      });
      console.log(JSON.stringify([isEmpty, isSame(taken)]));
      process.exit();
    `;
    const standIn = await standInService(cleanUp);
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, standIn.baseUrl]);
    assert.deepEqual(JSON.parse(stdout), [true, true]);
    assert.equal(standIn.requests.length, 1);
  });

  it('lets a process end that only has it', async () => {
    const program = `
      const { createTransport } = await import(${JSON.stringify(transportUrl)});
      const response = await createTransport()({
        method: 'GET', url: new URL(process.argv[1]), headers: {}, signal: new AbortController().signal, onConnected() {},
      });
      response.close();
    `;
    const standIn = await standInService(cleanUp);
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, standIn.baseUrl]);
  });
});

describe('probeService', () => {
  const cleanUp = cleanUpAfterEach();
  const signal = () => new AbortController().signal;

  it('asks without a key and takes any status for an answer', async () => {
    const standIn = await standInService(cleanUp);
    const result = await probeService(createTransport(), standIn.baseUrl, signal());
    assert.ok('status' in result);
    assert.equal(result.status, 405);
    assert.equal(standIn.requests[0]?.headers.authorization, undefined);
    assert.equal(standIn.ledger.length, 0);
  });

  it('says why nothing answers', async () => {
    const server = await rawServer(cleanUp);
    const probing = probeService(createTransport(), server.baseUrl, signal());
    (await server.connected).socket.destroy();
    const result = await probing;
    assert.ok('error' in result);
    assert.equal(result.error.name, 'APIConnectionError');
  });
});

const transportUrl = new URL('../../../src/api/transport.ts', import.meta.url).href;
