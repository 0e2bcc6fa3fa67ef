import { strict as assert } from 'node:assert';
import { createSecretlintRules } from '../../../../src/chat/secrets/secretlintRules.ts';

describe('createSecretlintRules', () => {
  const key = (start: string, rest: string) => start + rest;
  const letters = 'q7W2e9R4t6Y1u8I3o5P0a2S4d6F8g1H3j5K7l9Z0';

  async function find(text: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (const rule of createSecretlintRules()) found.push(...(await rule(text)));
    return found;
  }

  it('finds secrets in the order of the text, without the text around them', async () => {
    const [one, two] = [
      key('dapi', '0f1e2d3c4b5a69788796a5b4c3d2e1f0'),
      key('dapi', 'f0e1d2c3b4a5968778695a4b3c2d1e0f'),
    ];
    assert.deepEqual(await find(`The keys are ${one} and ${two}.`), [one, two]);
  });

  it('finds no placeholders', async () => {
    assert.deepEqual(await find(`The key is ${key('dapi', '0'.repeat(32))}.`), []);
  });

  it('does not use the rules that our own rules replace', async () => {
    for (const text of [
      key('ghp_', letters.slice(0, 36)),
      `//registry.npmjs.org/:_authToken=${key('npm_', letters.slice(0, 36))}`,
      key('SG.', `${letters.slice(0, 22)}.${letters.slice(0, 40)}abc`),
      `https://robot:${letters.slice(0, 12)}@git.internal/`,
      `postgres://shop:${letters.slice(0, 12)}@db.internal:5432/shop`,
    ]) {
      assert.deepEqual(await find(text), [], text);
    }
  });
});
