import { strict as assert } from 'node:assert';
import { readNetworkSettings } from '../../../../src/vscode/settings/readNetworkSettings.ts';
import { configuration } from './configuration.ts';

const defaults = {
  transport: 'auto',
  proxySupport: true,
  proxy: '',
  noProxy: [],
  proxyAuthorization: undefined,
  proxyStrictSSL: true,
  systemCertificates: true,
};

describe('readNetworkSettings', () => {
  const read = (...args: Parameters<typeof configuration>) => {
    const { environment, ...settings } = readNetworkSettings(configuration(...args), {});
    assert.ok(Object.values(environment).every((value) => value === undefined));
    return settings;
  };

  it('returns VS Code’s defaults, and `auto` as the transport, if nothing is set', () => {
    assert.deepEqual(read({}), defaults);
  });

  it('returns the user’s settings', () => {
    const user = {
      'tally.network.transport': 'vscode',
      'http.proxySupport': 'off',
      'http.proxy': ' http://proxy:1 ',
      'http.noProxy': ['a', 'b'],
      'http.proxyAuthorization': 'Basic x',
      'http.proxyStrictSSL': false,
      'http.systemCertificates': false,
    };
    assert.deepEqual(read(user), {
      transport: 'vscode',
      proxySupport: false,
      proxy: 'http://proxy:1',
      noProxy: ['a', 'b'],
      proxyAuthorization: 'Basic x',
      proxyStrictSSL: false,
      systemCertificates: false,
    });
    for (const proxySupport of ['on', 'fallback', 'override'])
      assert.deepEqual(read({ 'http.proxySupport': proxySupport }), defaults);
  });

  it('ignores the workspace’s settings', () => {
    assert.deepEqual(
      read({}, { 'tally.network.transport': 'direct', 'http.proxy': 'http://evil:1', 'http.proxyStrictSSL': false }),
      defaults,
    );
  });

  it('returns the defaults for invalid values, and omits invalid entries of http.noProxy', () => {
    assert.deepEqual(
      read({
        'tally.network.transport': 'other',
        'http.proxy': 7,
        'http.noProxy': 'a',
        'http.proxyAuthorization': null,
        'http.proxyStrictSSL': 0,
      }),
      defaults,
    );
    assert.deepEqual(read({ 'http.noProxy': ['a', 7, null] }).noProxy, ['a']);
  });

  it('returns the environment variables for proxies, and no other environment variables', () => {
    const environment = { HTTPS_PROXY: 'http://a', no_proxy: 'b', TALLY_API_KEY: 'sk-secret' };
    const read = readNetworkSettings(configuration({}), environment).environment;
    assert.equal(read['HTTPS_PROXY'], 'http://a');
    assert.equal(read['no_proxy'], 'b');
    assert.doesNotMatch(JSON.stringify(read), /secret/);
  });
});
