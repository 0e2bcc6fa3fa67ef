import { strict as assert } from 'node:assert';
import { createApiKeyStore } from '../../../../src/vscode/connection/apiKeyStore.ts';
import { mementoInMemory, secretsInMemory } from '../storageInMemory.ts';

const first = { key: 'sk-first', origin: 'https://api.example.com' };
const second = { key: 'sk-second', origin: 'http://localhost:8080' };

const storage = () => ({ secrets: secretsInMemory(), state: mementoInMemory() });
type Storage = ReturnType<typeof storage>;

const storeIn = ({ secrets, state }: Storage) => createApiKeyStore(secrets, state);

/** Returns storage that contains `first` in the form of early versions, which stored a single key. */
async function storageOfEarlyVersion(): Promise<Storage> {
  const { secrets, state } = storage();
  await secrets.store('tally.apiKey', JSON.stringify(first));
  await state.update('tally.apiKeyWasSaved', true);
  return { secrets, state };
}

const stateText = ({ state }: Storage) => JSON.stringify(state.keys().map((name) => [name, state.get(name)]));

describe('createApiKeyStore', () => {
  it('keeps one API key for each origin', async () => {
    const apiKeys = storeIn(storage());
    assert.deepEqual(await apiKeys.origins(), []);
    await apiKeys.set(first);
    await apiKeys.set(second);
    assert.equal(await apiKeys.get(first.origin), first.key);
    assert.equal(await apiKeys.get(second.origin), second.key);
    assert.equal(await apiKeys.get('https://other.example'), undefined);
    assert.deepEqual(await apiKeys.origins(), [second.origin, first.origin]);
  });

  it('replaces the API key of the same origin', async () => {
    const apiKeys = storeIn(storage());
    await apiKeys.set(first);
    await apiKeys.set({ ...first, key: 'sk-newer' });
    assert.equal(await apiKeys.get(first.origin), 'sk-newer');
    assert.deepEqual(await apiKeys.origins(), [first.origin]);
  });

  it('removes the API key of one origin, and keeps the others', async () => {
    const stored = storage();
    const apiKeys = storeIn(stored);
    await apiKeys.set(first);
    await apiKeys.set(second);
    await apiKeys.remove(first.origin);
    assert.equal(await apiKeys.get(first.origin), undefined);
    assert.equal(await apiKeys.isLost(first.origin), false);
    assert.equal(await apiKeys.get(second.origin), second.key);
    await apiKeys.remove(second.origin);
    assert.deepEqual(await stored.secrets.keys(), []);
    assert.doesNotMatch(stateText(stored), /example|localhost/);
  });

  it('sees the keys that another window sets and removes', async () => {
    const stored = storage();
    const [window, otherWindow] = [storeIn(stored), storeIn(stored)];
    await Promise.all([window.set(first), otherWindow.set(second)]);
    assert.deepEqual(await window.origins(), [second.origin, first.origin]);
    assert.equal(await window.get(second.origin), second.key);
    await otherWindow.remove(first.origin);
    assert.equal(await window.get(first.origin), undefined);
  });

  it('records origins, but no keys, outside the secret storage', async () => {
    const stored = storage();
    await storeIn(stored).set(first);
    assert.match(stateText(stored), /https:\/\/api\.example\.com/);
    assert.doesNotMatch(stateText(stored), /sk-/);
  });

  it('reports a lost API key after a restart if the system kept the key in memory only', async () => {
    const { state } = storage();
    await storeIn({ secrets: secretsInMemory(), state }).set(first);
    const restarted = storeIn({ secrets: secretsInMemory(), state });
    assert.equal(await restarted.isLost(first.origin), true);
    assert.equal(await restarted.isLost(second.origin), false);
  });

  describe('with the single API key of an early version', () => {
    it('uses the key for its origin only, and lists the origin', async () => {
      const apiKeys = storeIn(await storageOfEarlyVersion());
      assert.equal(await apiKeys.get(first.origin), first.key);
      assert.equal(await apiKeys.get(second.origin), undefined);
      assert.deepEqual(await apiKeys.origins(), [first.origin]);
    });

    it('keeps the key when a key for another origin is set', async () => {
      const stored = await storageOfEarlyVersion();
      const apiKeys = storeIn(stored);
      await apiKeys.set(second);
      assert.equal(await apiKeys.get(first.origin), first.key);
      assert.equal(await apiKeys.get(second.origin), second.key);
      assert.deepEqual(await stored.secrets.keys(), [`tally.apiKey:${first.origin}`, `tally.apiKey:${second.origin}`]);
    });

    it('replaces the key when a key for the same origin is set', async () => {
      const stored = await storageOfEarlyVersion();
      const apiKeys = storeIn(stored);
      await apiKeys.set({ ...first, key: 'sk-newer' });
      assert.equal(await apiKeys.get(first.origin), 'sk-newer');
      assert.deepEqual(await stored.secrets.keys(), [`tally.apiKey:${first.origin}`]);
    });

    it('keeps the key when it cannot be read while another key is set', async () => {
      const stored = await storageOfEarlyVersion();
      const unreadable = { ...stored.secrets, get: async () => Promise.reject(new Error('The keyring is locked.')) };
      await storeIn({ ...stored, secrets: unreadable }).set(second);
      assert.equal(await storeIn(stored).get(first.origin), first.key);
    });

    it('removes the key only with its origin', async () => {
      const stored = await storageOfEarlyVersion();
      const apiKeys = storeIn(stored);
      await apiKeys.remove(second.origin);
      assert.equal(await apiKeys.get(first.origin), first.key);
      await apiKeys.remove(first.origin);
      assert.deepEqual(await stored.secrets.keys(), []);
      assert.equal(await apiKeys.isLost(first.origin), false);
    });

    it('reports that the key is lost until another key is set', async () => {
      const stored = await storageOfEarlyVersion();
      const apiKeys = storeIn(stored);
      await stored.secrets.delete('tally.apiKey');
      assert.equal(await apiKeys.isLost(first.origin), true);
      await apiKeys.set(second);
      assert.equal(await apiKeys.isLost(first.origin), false);
    });
  });

  it('treats a locked keyring like an empty keyring', async () => {
    const stored = storage();
    await storeIn(stored).set(first);
    const locked = async () => Promise.reject(new Error('The keyring is locked.'));
    const apiKeys = storeIn({ ...stored, secrets: { ...stored.secrets, get: locked, keys: locked } });
    assert.equal(await apiKeys.get(first.origin), undefined);
    assert.deepEqual(await apiKeys.origins(), [first.origin]);
    assert.equal(await apiKeys.isLost(first.origin), true);
  });

  it('ignores stored values that are not a key with the origin of their name', async () => {
    const values = ['', 'sk-plain', 'null', '{}', '{"key":7,"origin":"https://api.example.com"}', '{"key":"k"}'];
    for (const value of [...values, JSON.stringify({ ...first, origin: 'https://other.example' })]) {
      for (const name of ['tally.apiKey', `tally.apiKey:${first.origin}`]) {
        const stored = storage();
        await stored.secrets.store(name, value);
        assert.equal(await storeIn(stored).get(first.origin), undefined, value);
      }
    }
  });

  describe('removeAll', () => {
    it('removes all secrets and the global state, including entries of other versions', async () => {
      const stored = await storageOfEarlyVersion();
      const apiKeys = storeIn(stored);
      await apiKeys.set(second);
      await stored.secrets.store('tally.older', 'key');
      await stored.state.update('tally.other', 1);
      assert.deepEqual(await apiKeys.removeAll(), []);
      assert.deepEqual(await stored.secrets.keys(), []);
      assert.ok(stored.state.keys().every((name) => stored.state.get(name) === undefined));
      assert.equal(await apiKeys.isLost(second.origin), false);
    });

    it('removes the keys of all recorded origins if the names of the secrets cannot be read, and returns the error', async () => {
      const stored = storage();
      await storeIn(stored).set(first);
      await storeIn(stored).set(second);
      const keys = async () => Promise.reject(new Error('Locked.'));
      assert.equal((await storeIn({ ...stored, secrets: { ...stored.secrets, keys } }).removeAll()).length, 1);
      assert.deepEqual(await stored.secrets.keys(), []);
    });

    it('returns one error for each secret that cannot be removed', async () => {
      const stored = storage();
      await storeIn(stored).set(first);
      await storeIn(stored).set(second);
      const locked = { ...stored.secrets, delete: async () => Promise.reject(new Error('Locked.')) };
      assert.equal((await storeIn({ ...stored, secrets: locked }).removeAll()).length, 2);
    });
  });
});
