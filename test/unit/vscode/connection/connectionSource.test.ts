import { strict as assert } from 'node:assert';
import { createApiKeyStore, type StoredApiKey } from '../../../../src/vscode/connection/apiKeyStore.ts';
import { resolveSetup, type Environment } from '../../../../src/vscode/connection/connectionSource.ts';
import { mementoInMemory, secretsInMemory } from '../storageInMemory.ts';

const address = { baseUrl: 'https://api.example.com/v1', origin: 'https://api.example.com' };
const stored: StoredApiKey = { key: 'sk-stored', origin: address.origin };

async function setup(
  setting: string,
  environment: Environment = {},
  key?: StoredApiKey,
  agreed: readonly string[] = [],
) {
  const apiKeys = createApiKeyStore(secretsInMemory(), mementoInMemory());
  if (key !== undefined) await apiKeys.set(key);
  return resolveSetup(setting, environment, apiKeys, { has: (origin) => agreed.includes(origin) });
}

describe('resolveSetup', () => {
  it('uses the base URL from the settings with the stored API key', async () => {
    const connection = { ...address, apiKey: 'sk-stored' };
    assert.deepEqual(await setup(address.baseUrl, {}, stored), { status: 'ready', connection });
  });

  it('reports a missing base URL, an invalid base URL, and a missing API key', async () => {
    assert.deepEqual(await setup(''), { status: 'noAddress' });
    assert.deepEqual(await setup('http://api.example.com/v1', {}, stored), { status: 'badAddress', fault: 'notHttps' });
    assert.deepEqual(await setup(address.baseUrl), { status: 'noKey', address, isKeyLost: false });
  });

  it('does not use an API key that was entered for another origin', async () => {
    for (const other of [
      'https://evil.example/v1',
      'https://api.example.com:8443/v1',
      'https://api.example.com.evil.example/v1',
    ]) {
      const { status, ...rest } = await setup(other, {}, stored);
      assert.equal(status, 'otherOrigin', other);
      assert.doesNotMatch(JSON.stringify(rest), /sk-/);
    }
  });

  it('uses TALLY_BASE_URL if the setting for the base URL is empty, and TALLY_API_KEY if no API key is stored', async () => {
    const environment = { TALLY_BASE_URL: address.baseUrl, TALLY_API_KEY: ' sk-env\n' };
    const agreed = [address.origin];
    for (const setting of ['', address.baseUrl]) {
      assert.deepEqual(await setup(setting, environment, undefined, agreed), {
        status: 'ready',
        connection: { ...address, apiKey: 'sk-env' },
      });
    }
    assert.deepEqual(await setup('', environment, stored), {
      status: 'ready',
      connection: { ...address, apiKey: 'sk-stored' },
    });
  });

  it('uses TALLY_API_KEY only after the user has agreed to the base URL’s origin, even if the settings contain the base URL', async () => {
    const environment = { TALLY_BASE_URL: 'https://evil.example/v1', TALLY_API_KEY: 'sk-env' };
    const evil = { baseUrl: 'https://evil.example/v1', origin: 'https://evil.example' };
    for (const setting of ['', evil.baseUrl]) {
      for (const agreed of [[], [address.origin]]) {
        assert.deepEqual(await setup(setting, environment, stored, agreed), {
          status: 'unconfirmed',
          address: evil,
          keyOrigin: address.origin,
        });
      }
      assert.equal((await setup(setting, environment)).status, 'unconfirmed');
      assert.equal((await setup(setting, environment, stored, [evil.origin])).status, 'ready');
      assert.equal((await setup(setting, environment, { key: 'sk-own', origin: evil.origin })).status, 'ready');
    }
  });

  it('uses TALLY_API_KEY only if it is valid, and only with the base URL in TALLY_BASE_URL', async () => {
    const environment = { TALLY_BASE_URL: address.baseUrl, TALLY_API_KEY: 'sk-env' };
    for (const other of ['https://evil.example/v1', 'https://api.example.com/other/v1']) {
      assert.equal((await setup(other, environment)).status, 'noKey', other);
    }
    assert.equal((await setup(address.baseUrl, { TALLY_API_KEY: 'sk-env' })).status, 'noKey');
    assert.equal((await setup('', { TALLY_BASE_URL: address.baseUrl })).status, 'noKey');
    assert.equal((await setup('', { ...environment, TALLY_API_KEY: 'sk\nenv' })).status, 'noKey');
  });
});

describe('createApiKeyStore', () => {
  it('keeps the API key with its origin until the key is removed', async () => {
    const apiKeys = createApiKeyStore(secretsInMemory(), mementoInMemory());
    assert.equal(await apiKeys.get(), undefined);
    await apiKeys.set(stored);
    assert.deepEqual(await apiKeys.get(), stored);
    await apiKeys.remove();
    assert.equal(await apiKeys.get(), undefined);
    assert.equal(await apiKeys.isLost(), false);
  });

  it('reports a lost API key after a restart if the system kept the key in memory only', async () => {
    const flags = mementoInMemory();
    await createApiKeyStore(secretsInMemory(), flags).set(stored);
    assert.equal(await createApiKeyStore(secretsInMemory(), flags).isLost(), true);
    assert.doesNotMatch(JSON.stringify(flags.keys().map((key) => flags.get(key))), /sk-/);
  });

  it('reads the API key, and the flag that a key was saved, from the same places as earlier versions', async () => {
    const [secrets, flags] = [secretsInMemory(), mementoInMemory()];
    await secrets.store('tally.apiKey', JSON.stringify(stored));
    await flags.update('tally.apiKeyWasSaved', true);
    const apiKeys = createApiKeyStore(secrets, flags);
    assert.deepEqual(await apiKeys.get(), stored);
    await secrets.delete('tally.apiKey');
    assert.equal(await apiKeys.isLost(), true);
  });

  it('removes the API key, and the flag that a key was saved, from storage', async () => {
    const [secrets, flags] = [secretsInMemory(), mementoInMemory()];
    const apiKeys = createApiKeyStore(secrets, flags);
    await apiKeys.set(stored);
    assert.deepEqual(await secrets.keys(), ['tally.apiKey']);
    await apiKeys.remove();
    assert.deepEqual(await secrets.keys(), []);
    assert.equal(flags.get('tally.apiKeyWasSaved'), undefined);
  });

  it('treats a locked keyring like an empty keyring', async () => {
    const [secrets, flags] = [secretsInMemory(), mementoInMemory()];
    await createApiKeyStore(secrets, flags).set(stored);
    const locked = { ...secrets, get: async () => Promise.reject(new Error('The keyring is locked.')) };
    const apiKeys = createApiKeyStore(locked, flags);
    assert.equal(await apiKeys.get(), undefined);
    assert.equal(await apiKeys.isLost(), true);
  });

  it('ignores stored values that are not a key with an origin', async () => {
    for (const text of ['', 'sk-plain', 'null', '{}', '{"key":7,"origin":"o"}', '{"key":"k"}']) {
      const secrets = secretsInMemory();
      await secrets.store('tally.apiKey', text);
      assert.equal(await createApiKeyStore(secrets, mementoInMemory()).get(), undefined, text);
    }
  });

  it('removes all secrets and flags, and returns one error for unreadable secret names and one for each secret that cannot be removed', async () => {
    const [secrets, flags] = [secretsInMemory(), mementoInMemory()];
    const apiKeys = createApiKeyStore(secrets, flags);
    await apiKeys.set(stored);
    await secrets.store('tally.older', 'key');
    await flags.update('tally.other', 1);
    assert.deepEqual(await apiKeys.removeAll(), []);
    assert.deepEqual(await secrets.keys(), []);
    assert.ok(flags.keys().every((name) => flags.get(name) === undefined));
    assert.equal(await apiKeys.isLost(), false);

    await apiKeys.set(stored);
    const locked = {
      ...secrets,
      keys: async () => Promise.reject(new Error('Locked.')),
      delete: async () => Promise.reject(new Error('Locked.')),
    };
    assert.equal((await createApiKeyStore(locked, flags).removeAll()).length, 2);
  });
});
