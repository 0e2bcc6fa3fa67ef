import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { chatCompletionsUrl, parseServiceAddress } from '../../../src/api/serviceAddress.ts';

describe('parseServiceAddress', () => {
  const good: readonly (readonly [string, string, string])[] = [
    ['https://api.example.com/v1', 'https://api.example.com/v1', 'https://api.example.com'],
    ['  https://api.example.com/v1/ \n', 'https://api.example.com/v1', 'https://api.example.com'],
    ['HTTPS://API.Example.com:443/v1//', 'https://api.example.com/v1', 'https://api.example.com'],
    ['https://example.com:8443/chat/v1', 'https://example.com:8443/chat/v1', 'https://example.com:8443'],
    ['http://localhost:8787/v1', 'http://localhost:8787/v1', 'http://localhost:8787'],
    ['http://127.0.0.1/v1', 'http://127.0.0.1/v1', 'http://127.0.0.1'],
    ['http://127.1:80/v1', 'http://127.0.0.1/v1', 'http://127.0.0.1'],
    ['http://[::1]:8787/v1', 'http://[::1]:8787/v1', 'http://[::1]:8787'],
  ];
  for (const [text, baseUrl, origin] of good) {
    it(`accepts ${text.trim()}`, () => assert.deepEqual(parseServiceAddress(text), { baseUrl, origin }));
  }

  const bad: readonly (readonly [string, string])[] = [
    ['', 'empty'],
    ['  ', 'empty'],
    ['api.example.com/v1', 'notAUrl'],
    ['https://', 'notAUrl'],
    ['http://api.example.com/v1', 'notHttps'],
    ['http://localhost.example.com/v1', 'notHttps'],
    ['http://127.0.0.1.example.com/v1', 'notHttps'],
    ['http://0.0.0.0/v1', 'notHttps'],
    ['http://[::2]/v1', 'notHttps'],
    ['ftp://localhost/v1', 'notHttps'],
    ['file:///v1', 'notHttps'],
    ['javascript:alert(1)//v1', 'notHttps'],
    ['https://user:word@example.com/v1', 'hasCredentials'],
    ['https://user@example.com/v1', 'hasCredentials'],
    ['https://:word@example.com/v1', 'hasCredentials'],
    ['https://example.com/v1?key=1', 'hasQuery'],
    ['https://example.com/v1#here', 'hasQuery'],
    ['https://example.com', 'noVersionPath'],
    ['https://example.com/v2', 'noVersionPath'],
    ['https://example.com/av1', 'noVersionPath'],
    ['https://example.com/v1/chat/completions', 'noVersionPath'],
  ];
  for (const [text, fault] of bad) {
    it(`returns '${fault}' for "${text}"`, () => assert.equal(parseServiceAddress(text), fault));
  }

  it('returns the origin of the chat endpoint, and a base URL that does not change if it is parsed again', () => {
    const texts = fc.oneof(
      fc.webUrl({ validSchemes: ['https', 'http'] }),
      fc.webUrl().map((url) => `${url.replace(/[?#].*/, '')}/v1`),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const address = parseServiceAddress(text);
        if (typeof address === 'string') return;
        const url = chatCompletionsUrl(address.baseUrl);
        assert.equal(url.origin, address.origin);
        assert.ok(url.pathname.endsWith('/v1/chat/completions'));
        assert.deepEqual(parseServiceAddress(address.baseUrl), address);
      }),
    );
  });
});
