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

describe('the settings of the network', () => {
  const read = (...args: Parameters<typeof configuration>) => {
    const { environment, ...settings } = readNetworkSettings(configuration(...args), {});
    assert.ok(Object.values(environment).every((value) => value === undefined));
    return settings;
  };

  it('are VS Code’s defaults, and auto', () => {
    assert.deepEqual(read({}), defaults);
  });

  it('are what the user has set', () => {
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

  it('are never what a workspace says', () => {
    assert.deepEqual(
      read({}, { 'tally.network.transport': 'direct', 'http.proxy': 'http://evil:1', 'http.proxyStrictSSL': false }),
      defaults,
    );
  });

  it('are the defaults where something else stands in their place', () => {
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

  it('have those variables that name proxies, and no others', () => {
    const environment = { HTTPS_PROXY: 'http://a', no_proxy: 'b', TALLY_API_KEY: 'sk-secret' };
    const read = readNetworkSettings(configuration({}), environment).environment;
    assert.equal(read['HTTPS_PROXY'], 'http://a');
    assert.equal(read['no_proxy'], 'b');
    assert.doesNotMatch(JSON.stringify(read), /secret/);
  });
});
