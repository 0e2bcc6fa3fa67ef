import { strict as assert } from 'node:assert';
import { toSetupView } from '../../../../src/vscode/connection/setupView.ts';

const address = { baseUrl: 'https://b.example/v1', origin: 'https://b.example' };
const [first, second] = ['https://a.example', 'https://c.example'];

describe('toSetupView', () => {
  const missing: readonly (readonly [title: string, keyOrigins: readonly string[], sentence: string])[] = [
    ['no key', [], 'To begin, enter your API key for https://b.example.'],
    [
      'a key for another origin',
      [first],
      'There is no API key for https://b.example yet. Your key for https://a.example is kept, and is sent only there.',
    ],
    [
      'keys for other origins',
      [first, second],
      'There is no API key for https://b.example yet. Your keys for other services are kept.',
    ],
  ];
  for (const [title, keyOrigins, sentence] of missing) {
    it(`asks for the API key if there is ${title}`, () => {
      assert.deepEqual(toSetupView({ status: 'noKey', address, isKeyLost: false, keyOrigins }), {
        ready: false,
        sentence,
        hasAddress: true,
      });
    });
  }

  const unused: readonly (readonly [keyOrigins: readonly string[], end: RegExp])[] = [
    [[], /may read your messages\.$/],
    [[first], /Your own key is for https:\/\/a\.example and wouldn’t be used\.$/],
    [[first, second], /Your own keys are for other services and wouldn’t be used\.$/],
  ];
  for (const [keyOrigins, end] of unused) {
    it(`warns about the environment’s service if the user has keys for ${keyOrigins.length} other origins`, () => {
      const { sentence, ...view } = toSetupView({ status: 'unconfirmed', address, keyOrigins });
      assert.match(
        sentence,
        /^Messages would be sent to https:\/\/b\.example with the API key from VS Code’s environment\./,
      );
      assert.match(sentence, end);
      assert.deepEqual(view, { ready: false, isUnconfirmed: true });
    });
  }

  it('offers to change an invalid base URL, but not a missing one', () => {
    assert.deepEqual(toSetupView({ status: 'badAddress', fault: 'noVersionPath' }), {
      ready: false,
      sentence: 'The base URL in your settings can’t be used. The base URL must end with /v1.',
      isAddressInvalid: true,
    });
    const { hasAddress, isAddressInvalid } = toSetupView({ status: 'noAddress' });
    assert.deepEqual([hasAddress, isAddressInvalid], [undefined, undefined]);
  });
});
