import { strict as assert } from 'node:assert';
import { createApiKeyStore, type StoredApiKey } from '../../../../src/vscode/connection/apiKeyStore.ts';
import { resolveSetup, type Environment } from '../../../../src/vscode/connection/connectionSource.ts';
import { mementoInMemory, secretsInMemory } from '../storageInMemory.ts';

const address = { baseUrl: 'https://api.example.com/v1', origin: 'https://api.example.com' };
const stored: StoredApiKey = { key: 'sk-stored', origin: address.origin };

async function setup(
  setting: string,
  environment: Environment = {},
  keys: StoredApiKey | readonly StoredApiKey[] = [],
  agreed: readonly string[] = [],
) {
  const apiKeys = createApiKeyStore(secretsInMemory(), mementoInMemory());
  for (const key of [keys].flat()) await apiKeys.set(key);
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
    assert.deepEqual(await setup(address.baseUrl), { status: 'noKey', address, isKeyLost: false, keyOrigins: [] });
  });

  it('does not use an API key that was entered for another origin', async () => {
    for (const other of [
      'https://evil.example/v1',
      'https://api.example.com:8443/v1',
      'https://api.example.com.evil.example/v1',
    ]) {
      const { status, ...rest } = await setup(other, {}, stored);
      assert.equal(status, 'noKey', other);
      assert.doesNotMatch(JSON.stringify(rest), /sk-/);
    }
  });

  it('uses the API key of the origin if the base URL changes back and forth', async () => {
    const other = { key: 'sk-other', origin: 'https://other.example' };
    const keys = [stored, other];
    for (const { key, origin } of [...keys, ...keys]) {
      const connection = { baseUrl: `${origin}/v1`, origin, apiKey: key };
      assert.deepEqual(await setup(`${origin}/v1`, {}, keys), { status: 'ready', connection });
    }
    const { status, ...rest } = await setup('https://third.example/v1', {}, keys);
    assert.equal(status, 'noKey');
    assert.deepEqual((rest as { keyOrigins?: unknown }).keyOrigins, [address.origin, other.origin]);
    assert.doesNotMatch(JSON.stringify(rest), /sk-/);
  });

  it('uses TALLY_BASE_URL if the setting for the base URL is empty, and TALLY_API_KEY if no API key is stored', async () => {
    const environment = { TALLY_BASE_URL: address.baseUrl, TALLY_API_KEY: ' sk-env\n' };
    const agreed = [address.origin];
    for (const setting of ['', address.baseUrl]) {
      assert.deepEqual(await setup(setting, environment, [], agreed), {
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
          keyOrigins: [address.origin],
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
