import assert from 'node:assert/strict';
import { releaseSpend } from '../../../../src/vscode/spend/releaseSpend.ts';

describe('releaseSpend', () => {
  const steps = ['clear', 'discard', 'restart', 'forget', 'onDidChange'] as const;

  /** Releases the spend. The step `failing` fails, `clear` after the removal. */
  const run = async (failing?: (typeof steps)[number], remove = async () => Promise.resolve(true)) => {
    const called: string[] = [];
    const errors: string[] = [];
    const step = (name: (typeof steps)[number]) => () => {
      called.push(name);
      if (name === failing) throw new Error(name);
    };
    const isRemoved = await releaseSpend(remove, {
      ledger: {
        clear: async (removeJournals) => {
          await removeJournals();
          step('clear')();
        },
      },
      saving: { discard: async () => Promise.resolve().then(step('discard')) },
      spendWatch: { restart: step('restart') },
      balance: { forget: async () => Promise.resolve().then(step('forget')) },
      onDidChange: step('onDidChange'),
      logError: (error) => void errors.push((error as Error).message),
    });
    return { isRemoved, called, errors };
  };

  it('forgets the spend, the balance and the refused writes after the removal', async () => {
    assert.deepEqual(await run(), { isRemoved: true, called: steps, errors: [] });
  });

  for (const failing of steps) {
    it(`runs all other steps and logs the error if \`${failing}\` fails after the removal`, async () => {
      assert.deepEqual(await run(failing), { isRemoved: true, called: steps, errors: [failing] });
    });
  }

  it('forgets nothing if nothing is removed', async () => {
    const result = await run(undefined, async () => Promise.resolve(false));
    assert.deepEqual(result, { isRemoved: false, called: ['clear'], errors: [] });
  });

  it('rejects if the removal fails', async () => {
    await assert.rejects(
      run(undefined, async () => Promise.reject(new Error('EIO'))),
      { message: 'EIO' },
    );
  });
});
