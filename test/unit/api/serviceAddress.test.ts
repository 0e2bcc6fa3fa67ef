import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import {
  chatCompletionsUrl,
  completeServiceAddress,
  parseServiceAddress,
  repairServiceAddress,
} from '../../../src/api/serviceAddress.ts';

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
    ['ftp://localhost/v1', 'otherScheme'],
    ['file:///v1', 'otherScheme'],
    ['javascript:alert(1)//v1', 'otherScheme'],
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

describe('completeServiceAddress', () => {
  const usual = 'https://api.example.com/v1';
  const completed: readonly (readonly [string, string])[] = [
    ['https://api.example.com/v1', 'https://api.example.com/v1'],
    ['https://api.example.com', 'https://api.example.com/v1'],
    ['https://api.example.com/', 'https://api.example.com/v1'],
    ['https://api.example.com/v1/chat/completions', 'https://api.example.com/v1'],
    ['https://api.example.com/v1/chat/completions/', 'https://api.example.com/v1'],
    ['https://api.example.com/chat/completions', 'https://api.example.com/v1'],
    ['https://example.com/tenant/v1/chat/completions', 'https://example.com/tenant/v1'],
    ['localhost:8080', 'http://localhost:8080/v1'],
    ['localhost', 'http://localhost/v1'],
    ['LOCALHOST:8080/v1', 'http://localhost:8080/v1'],
    ['127.0.0.1:11434/v1/chat/completions', 'http://127.0.0.1:11434/v1'],
    ['[::1]:8080', 'http://[::1]:8080/v1'],
    [' api.example.com/v1 ', 'https://api.example.com/v1'],
    ['api.example.com:8443', 'https://api.example.com:8443/v1'],
    ['localhost.example.com:8080', 'https://localhost.example.com:8080/v1'],
    [
      'a-long-name-of-an-endpoint.region-1.example.cloud',
      'https://a-long-name-of-an-endpoint.region-1.example.cloud/v1',
    ],
    ...['"', "'", '`'].map((mark) => [`${mark}${usual}${mark}`, usual] as const),
    [`“${usual}”`, usual],
    [`‘${usual}’`, usual],
    [`<${usual}>`, usual],
    [`Base URL: ${usual}`, usual],
    [`OPENAI_BASE_URL=${usual}`, usual],
    [`export OPENAI_BASE_URL="${usual}";`, usual],
    [`base_url="${usual}",`, usual],
    [`"base_url": "${usual}",`, usual],
    [`base_url='http://localhost:8080/v1'`, 'http://localhost:8080/v1'],
    ...['/models', '/embeddings', '/completions', '.', ','].map((end) => [usual + end, usual] as const),
  ];
  for (const [text, baseUrl] of completed) {
    it(`completes "${text}" to ${baseUrl}`, () => {
      assert.deepEqual(completeServiceAddress(text), { baseUrl, origin: new URL(baseUrl).origin });
    });
  }

  const bad: readonly (readonly [string, string])[] = [
    [' ', 'empty'],
    ['h', 'notAUrl'],
    ['https', 'notAUrl'],
    ['https:', 'notAUrl'],
    ['https://', 'notAUrl'],
    ['javascript:alert(1)', 'notAUrl'],
    ['two words.example.com', 'notAUrl'],
    ['http://api.example.com', 'notHttps'],
    ['ftp://localhost', 'otherScheme'],
    ['htps://api.example.com/v1', 'otherScheme'],
    ['sk-abc', 'apiKey'],
    ['OPENAI_API_KEY=sk-proj-abc/def', 'apiKey'],
    ['Authorization: Bearer abc', 'apiKey'],
    ['"0123456789abcdef0123456789abcdef"', 'apiKey'],
    ['0123456789abcdef0123.SecretPart1', 'apiKey'],
    ['user:word@example.com', 'hasCredentials'],
    ['https://example.com/v1/chat/completions?key=1', 'hasQuery'],
    ['https://example.com/v2', 'noVersionPath'],
    ['https://example.com/api', 'noVersionPath'],
    ['https://example.com/api/chat/completions', 'noVersionPath'],
  ];
  for (const [text, fault] of bad) {
    it(`returns '${fault}' for "${text}"`, () => assert.equal(completeServiceAddress(text), fault));
  }

  it('never changes a text that parseServiceAddress accepts', () => {
    const texts = fc.oneof(
      fc.webUrl().map((url) => `${url.replace(/[?#].*/, '')}/v1`),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const address = parseServiceAddress(text);
        if (typeof address !== 'string') assert.deepEqual(completeServiceAddress(text), address);
      }),
    );
  });
});

describe('repairServiceAddress', () => {
  it('completes a base URL from which a part is missing, or that contains the path of the endpoint', () => {
    for (const text of ['https://api.example.com', 'api.example.com', 'https://api.example.com/v1/chat/completions'])
      assert.equal(repairServiceAddress(text), 'https://api.example.com/v1');
  });

  it('returns a text that cannot be completed unchanged', () => {
    for (const text of ['', 'nonsense', 'http://api.example.com/v1', 'https://api.example.com/path'])
      assert.equal(repairServiceAddress(text), text);
  });
});
