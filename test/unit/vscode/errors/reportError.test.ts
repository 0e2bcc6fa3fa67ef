import { strict as assert } from 'node:assert';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import * as apiKeyStore from '../../../../src/vscode/connection/apiKeyStore.ts';
import { createErrorReporter } from '../../../../src/vscode/errors/reportError.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';
import { mementoInMemory, secretsInMemory } from '../storageInMemory.ts';

describe('createErrorReporter', () => {
  const cleanUp = cleanUpAfterEach();

  it('says what VS Code or the file system refused, and logs the cause', async () => {
    const { window } = vscode;
    const original = { ...window };
    cleanUp(() => void Object.assign(window, original));
    const shown: string[] = [];
    Object.assign(window, { showErrorMessage: async (sentence: string) => Promise.resolve(void shown.push(sentence)) });
    const logged: unknown[] = [];
    const { reportError } = createErrorReporter({ error: (error: unknown) => logged.push(error) } as never);
    const failure = new Error('no keyring');
    const fail = async () => Promise.reject(failure);
    const apiKeys = apiKeyStore.createApiKeyStore({ ...secretsInMemory(), store: fail }, mementoInMemory());

    await apiKeys.set({ key: 'secret', origin: 'https://api.example.com' }).catch(reportError);
    // In the packaged extension, the reporter and the store are in different bundles.
    const copy = (await import(
      `${import.meta.resolve('../../../../src/vscode/connection/apiKeyStore.ts')}?copy`
    )) as typeof apiKeyStore;
    const copied = copy.createApiKeyStore({ ...secretsInMemory(), delete: fail }, mementoInMemory());
    await copied.remove('https://api.example.com').catch(reportError);
    reportError(new Error('other'));
    assert.match(shown[0]!, /^Your API key wasn’t saved, because/);
    assert.match(shown[1]!, /^Your API key wasn’t removed, because/);
    assert.match(shown[2]!, /^An error occurred/);
    await readFile(`${import.meta.dirname}/missing`).catch(reportError);
    assert.match(shown[3]!, /^A file can’t be read or written \(ENOENT\)\./);
    assert.deepEqual(
      logged.slice(0, 2).map((error) => (error as Error).cause),
      [failure, failure],
    );
  });
});
