import { strict as assert } from 'node:assert';
import { directNetwork, type NetworkSettings } from '../../../../src/api/network/networkSettings.ts';
import { resolveRoute } from '../../../../src/api/network/resolveRoute.ts';
import { basic } from './connectProxy.ts';

const proxied: NetworkSettings = { ...directNetwork, proxySupport: true };

function route(url: string, fields: Partial<NetworkSettings>) {
  return resolveRoute(new URL(url), { ...proxied, ...fields });
}

const service = 'https://api.example.com/v1';
const inSettings = { proxy: 'http://proxy.example:8080' };

describe('resolveRoute', () => {
  const viaSetting = {
    via: 'proxy',
    proxy: 'http://proxy.example:8080',
    source: 'http.proxy',
    authorization: undefined,
  };

  it('returns a direct route if no proxy is configured', () => {
    assert.deepEqual(route(service, {}), { via: 'direct' });
    assert.deepEqual(route(service, { proxy: '  ', environment: { HTTPS_PROXY: ' ', https_proxy: undefined } }), {
      via: 'direct',
    });
  });

  it('returns a direct route if VS Code’s proxy support is off', () => {
    assert.deepEqual(
      route(service, { ...inSettings, environment: { HTTPS_PROXY: 'http://other:1' }, proxySupport: false }),
      { via: 'direct' },
    );
  });

  it('prefers the proxy in the settings to the proxy in the environment variables', () => {
    assert.deepEqual(route(service, { ...inSettings, environment: { HTTPS_PROXY: 'http://other:1' } }), viaSetting);
    assert.deepEqual(route(service, { proxy: ' https://proxy.example ' }), {
      ...viaSetting,
      proxy: 'https://proxy.example',
    });
  });

  it('prefers https_proxy to http_proxy, http_proxy to all_proxy, and lower-case to upper-case spelling', () => {
    const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'] as const;
    for (const [index, source] of names.entries()) {
      const environment = Object.fromEntries(
        names.slice(index).map((name) => [name, `http://${name.replace('_', '-')}.example:1`]),
      );
      const { proxy, ...rest } = { proxy: undefined, ...route(service, { environment }) };
      assert.deepEqual(rest, { via: 'proxy', source, authorization: undefined });
      assert.equal(proxy, `http://${source.replace('_', '-').toLowerCase()}.example:1`);
    }
  });

  it('assumes http for a proxy address without a scheme', () => {
    assert.deepEqual(route(service, { proxy: 'proxy.example:8080' }), viaSetting);
  });

  it('returns a direct route for loopback hosts', () => {
    for (const local of [
      'http://localhost:1/v1',
      'https://localhost/v1',
      'http://127.0.0.1/v1',
      'http://127.1.2.3/v1',
      'http://[::1]:5/v1',
    ]) {
      assert.deepEqual(route(local, inSettings), { via: 'direct' }, local);
    }
  });

  const exclusions: readonly (readonly [url: string, entry: string, isExcluded: boolean])[] = [
    [service, '*', true],
    [service, 'api.example.com', true],
    [service, 'API.Example.Com', true],
    [service, 'example.com', true],
    [service, '.example.com', true],
    [service, '*.example.com', true],
    [service, 'com', true],
    [service, ' example.com ', true],
    [service, 'example.com:443', true],
    ['https://api.example.com:8443/v1', 'example.com:8443', true],
    [service, 'example.com:8443', false],
    ['https://api.example.com:8443/v1', 'example.com:443', false],
    [service, 'ample.com', false],
    [service, 'other.example.com', false],
    [service, 'api.example.com.evil.example', false],
    [service, '', false],
    [service, '.', false],
    [service, '*.', false],
    [service, ':443', false],
    ['https://10.1.2.3/v1', '10.1.2.3', true],
    ['https://10.1.2.3/v1', '10.1.2.3:443', true],
    ['https://10.1.2.3/v1', '10.0.0.0/8', true],
    ['https://11.1.2.3/v1', '10.0.0.0/8', false],
    ['https://10.1.2.3/v1', '2.3', false],
    [service, '10.0.0.0/8', false],
    ['https://10.1.2.3/v1', '10.1.2.3/32', true],
    ['https://10.1.2.4/v1', '10.1.2.3/32', false],
    ['https://10.1.2.3/v1', '10.1.2.3/33', false],
    ['https://10.1.2.3/v1', '0.0.0.0/0', true],
    ['https://10.1.2.3/v1', '10.0.0.0/', false],
    ['https://10.1.2.3/v1', 'nonsense/8', false],
    ['https://[2001:db8::1]/v1', '2001:db8::1', true],
    ['https://[2001:db8::1]/v1', '[2001:db8::1]:443', true],
    ['https://[2001:db8::1]/v1', '2001:db8::/32', true],
    ['https://[2001:db9::1]/v1', '2001:db8::/32', false],
    ['https://[2001:db8::1]/v1', '2001:db8::1/128', true],
    ['https://[2001:db8::2]/v1', '2001:db8::1/128', false],
    ['https://[2001:db8::1]/v1', '2001:db8::1/129', false],
  ];
  for (const [url, entry, isExcluded] of exclusions) {
    it(`${isExcluded ? 'excludes' : 'does not exclude'} ${url} from the proxy if noProxy or NO_PROXY has the entry ${JSON.stringify(entry)}`, () => {
      const expected = isExcluded ? 'direct' : 'proxy';
      assert.equal(route(url, { ...inSettings, noProxy: ['unrelated.test', entry] }).via, expected);
      assert.equal(route(url, { ...inSettings, environment: { NO_PROXY: `unrelated.test,${entry}` } }).via, expected);
    });
  }

  it('reads NO_PROXY only if the setting http.noProxy is empty', () => {
    const environment = { no_proxy: '', NO_PROXY: 'other.test example.com' };
    assert.equal(route(service, { ...inSettings, environment }).via, 'direct');
    assert.equal(route(service, { ...inSettings, environment, noProxy: ['unrelated.test'] }).via, 'proxy');
  });

  it('returns the credentials in the proxy’s address as a header value, and the address without credentials', () => {
    const found = route(service, { proxy: 'http://us%20er:p%40ss%@proxy.example:8080' });
    assert.deepEqual(found, { ...viaSetting, authorization: basic('us er:p@ss%') });
    assert.deepEqual(route(service, { proxy: 'http://user@proxy.example:8080' }), {
      ...viaSetting,
      authorization: basic('user:'),
    });
  });

  it('prefers the setting proxyAuthorization to the credentials in the proxy’s address', () => {
    const found = route(service, {
      proxy: 'http://user:password@proxy.example:8080',
      proxyAuthorization: 'Bearer token',
    });
    assert.deepEqual(found, { ...viaSetting, authorization: 'Bearer token' });
  });

  it('throws for a proxy that is not an http or https URL, and omits credentials from the message', () => {
    for (const proxy of [
      'socks5://user:secret@proxy.example:1080',
      'socks://p:1',
      'file:///secret',
      'http://',
      'http://user:secret@:x',
    ]) {
      assert.throws(
        () => route(service, { environment: { HTTPS_PROXY: proxy } }),
        {
          name: 'UnsupportedProxyError',
          code: 'UNSUPPORTED_PROXY',
          message: 'The proxy in HTTPS_PROXY is not an http or https address.',
        },
        proxy,
      );
    }
  });
});
