import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { parseErrorBody, redactBody } from '../../../src/api/errorBody.ts';
import { networkSignIn } from '../../../src/api/errors.ts';

describe('parseErrorBody', () => {
  const bodies: readonly (readonly [string, string, string | undefined])[] = [
    ['{"error":{"message":"No.","type":"t","param":null,"code":"c"}}', 'No.', 'c'],
    ['{"error":{"message":"No.","code":429}}', 'No.', '429'],
    ['{"error":{"message":"No.","type":"t","code":null}}', 'No.', 't'],
    ['{"error":{"message":"No.","type":"t","code":""}}', 'No.', 't'],
    ['{"error":{"message":"No.","type":"insufficient_quota","code":429}}', 'No.', 'insufficient_quota'],
    ['{"error":{"message":"No.","type":"t","code":429}}', 'No.', '429'],
    ['{"error":"No."}', 'No.', undefined],
    ['{"error":" No.\\n"}', 'No.', undefined],
    ['{"object":"error","message":"No."}', 'No.', undefined],
    ['{"detail":"No."}', 'No.', undefined],
    ['{"detail":[{"loc":["body"],"msg":"No."}]}', 'No.', undefined],
    ['{"message":"No."}', 'No.', undefined],
    ['{"msg":"No.","code":7}', 'No.', '7'],
    ['{"errors":[{"message":"No."}]}', 'No.', undefined],
    ['{"errors":["No."]}', 'No.', undefined],
    ['{"errors":"No."}', 'No.', undefined],
    ['{"title":"No.","status":400,"errors":{"model":["is unknown"]}}', 'No.', undefined],
    ['{"title":"Nope","status":400,"detail":"No."}', 'No.', undefined],
    ['{"detail":{"message":"No."}}', 'No.', undefined],
    ['[{"error":{"message":"No.","code":400}}]', 'No.', '400'],
    ['"No."', 'No.', undefined],
    ['  No.\n', 'No.', undefined],
    ['<html><head><TITLE>No.</TITLE></head><body>page</body></html>', 'No.', undefined],
    ['<html><title lang="en">\n  No\n  entry.</title>', 'No entry.', undefined],
    ['\n <html><title>Denied</title></html>', 'Denied', undefined],
    ['<html>page</html>', '', undefined],
    ['{"error":{"message":"<!DOCTYPE html><html><title>No.</title></html>","code":502}}', 'No.', '502'],
    ['"<HTML>page</HTML>"', '<HTML>page</HTML>', undefined],
    ['{"error":{"message":"<html> tags are refused"}}', '<html> tags are refused', undefined],
    ['{"message":"<html-model> is unknown"}', '<html-model> is unknown', undefined],
    ['', '', undefined],
    ['null', 'null', undefined],
    ['[]', '', undefined],
    ['{}', '', undefined],
  ];
  for (const [body, detail, code] of bodies) {
    it(`reads ${body === '' ? 'an empty body' : body.trim()}`, () => {
      const isTitle = detail !== '' && /<\/title>/i.test(body);
      assert.deepEqual(parseErrorBody(body, 'sk-secret'), { detail, code, ...(isTitle && { isTitle }) });
    });
  }

  it('returns at most 200 characters of a title and does not cut words', () => {
    const title = (words: string) => parseErrorBody(`<title>${words}</title>`, '').detail;
    assert.equal(title('No '.repeat(100)), 'No '.repeat(66) + 'No');
    assert.equal(title('Nope '.repeat(100)), 'Nope '.repeat(39) + 'Nope');
    assert.equal(title('x'.repeat(200)), 'x'.repeat(200));
    assert.equal(title('x'.repeat(201)), '');
    assert.equal(parseErrorBody('<title>cut o', '').detail, '');
  });

  it('leaves no part of the key in a shortened code or title', () => {
    const secret = 'sk-0123456789';
    for (let length = 180; length <= 200; length += 1) {
      const { code } = parseErrorBody(JSON.stringify({ error: { code: 'x'.repeat(length) + secret } }), secret);
      assert.equal(code, 'x'.repeat(length));
    }
    for (let length = 180; length <= 200; length += 1) {
      const { detail } = parseErrorBody(`<title>${' x'.repeat(length / 2)} ${secret} y</title>`, secret);
      assert.ok(!detail.includes('sk'));
    }
  });

  it('masks the key even if characters of the key are escaped for JSON, for a URL or as numeric HTML entities', () => {
    const secret = 'sk/a+B"c';
    const hex = (character: string) => character.charCodeAt(0).toString(16);
    const each = (escape: (character: string) => string) => Array.from(secret, escape).join('');
    const spellings = [
      secret,
      JSON.stringify(secret).slice(1, -1),
      JSON.stringify(JSON.stringify(secret)).slice(3, -3),
      secret.replaceAll('/', '\\/'),
      encodeURIComponent(secret),
      secret.replaceAll('/', '%2f'),
      each((character) => `%${hex(character)}`),
      each((character) => `\\u00${hex(character)}`),
      each((character) => `&#x${hex(character).toUpperCase()};`),
      each((character) => `&#${character.charCodeAt(0)};`),
      `sk&#x2F;a&#43;B&#034;c`,
    ];
    for (const spelling of spellings) {
      for (const redacted of [
        (text: string) => parseErrorBody(text, secret).detail,
        (text: string) => redactBody(text, secret),
      ]) {
        assert.equal(redacted(`Bad key ${spelling}, sorry`), 'Bad key •••, sorry');
        assert.equal(redacted(spelling), '•••');
      }
    }
    assert.equal(redactBody(String.raw`Bad key sk-a\tb, sorry`, 'sk-a\tb'), 'Bad key •••, sorry');
  });

  it('masks a key that invisible characters split, and removes these characters except tabs and line feeds', () => {
    const secret = 'sk-Abc123/def';
    for (const separator of ['\u0000', '\u001b', '\u200b', '\t', '\n']) {
      const message = `Bad\tkey\u0007 ${secret.slice(0, 9)}${separator}${secret.slice(9)},\nsorry\u200d`;
      const shown = 'Bad\tkey •••,\nsorry';
      assert.equal(parseErrorBody(JSON.stringify({ error: { message } }), secret).detail, shown);
      assert.equal(redactBody(message, secret), shown);
      assert.ok(!redactBody(JSON.stringify({ error: { message } }), secret).includes('Abc'));
    }
  });

  it('masks a key that white space splits in the title of an HTML page, also in a message', () => {
    const secret = 'sk-proj-Ab3dEf6hIj9kLm2nOp5qRs8t';
    for (const separator of ['\n', '\t', '\ufeff', '\u2028', '\r\n']) {
      const split = secret.replaceAll(/.{6}/g, `$&${separator}`);
      const page = `<!doctype html><html><title>Bad\n key ${split}\n, sorry</title></html>`;
      for (const body of [page, JSON.stringify(page), JSON.stringify({ error: { message: page } })]) {
        assert.equal(parseErrorBody(body, secret).detail, 'Bad key ••• , sorry');
      }
      assert.equal(redactBody(page, secret), 'Bad key ••• , sorry');
    }
  });

  it('takes the code for a sign-in page only from a page with status 511', () => {
    const codeOf = (body: string) => parseErrorBody(body, '', 511).code;
    assert.equal(codeOf('<html><title>Sign in</title></html>'), networkSignIn);
    assert.equal(codeOf('<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x"><html></html>'), networkSignIn);
    assert.equal(codeOf('<?xml version="1.0"?><Error><Message>No.</Message></Error>'), undefined);
    assert.equal(codeOf('<upstream timed out after 812 tokens>'), undefined);
    for (const code of [networkSignIn, `${networkSignIn}\0`])
      assert.equal(codeOf(JSON.stringify({ error: { message: 'No.', code } })), undefined);
  });

  it('does not take a JSON error whose message begins like a page as a missing chat endpoint', () => {
    const body = JSON.stringify({ error: { message: '<html> model not found' } });
    assert.deepEqual(parseErrorBody(body, '', 404), { detail: '<html> model not found', code: undefined });
  });

  it('masks a very long key', () => {
    const secret = `sk/${'0123456789'.repeat(2_000)}`;
    for (const spelling of [secret, encodeURIComponent(secret)])
      assert.equal(redactBody(`Bad key ${spelling}, sorry`, secret), 'Bad key •••, sorry');
  });

  it('masks the first 8 or more characters of the key at the end of a truncated body', () => {
    const secret = 'sk-0123456789';
    assert.equal(parseErrorBody('{"error":"Bad key sk-0123456', secret).detail, '{"error":"Bad key •••');
    assert.equal(redactBody('Bad key sk-01234', secret), 'Bad key •••');
    assert.equal(redactBody('Bad key sk-0', secret), 'Bad key sk-0');
  });

  it('does not read deeply nested errors', () => {
    const nested = `${'{"error":'.repeat(100_000)}"No."${'}'.repeat(100_000)}`;
    assert.deepEqual(parseErrorBody(nested, ''), { detail: '', code: undefined });
    assert.equal(parseErrorBody(nested.replaceAll('error', 'detail'), '').detail, '');
    const inArrays = `${'['.repeat(100_000)}{"message":"No."}${']'.repeat(100_000)}`;
    assert.deepEqual(parseErrorBody(inArrays, ''), { detail: '', code: undefined });
  });

  it('returns at most 2,000 characters of a message', () => {
    assert.equal(parseErrorBody(JSON.stringify({ error: 'x'.repeat(3_000) }), '').detail, 'x'.repeat(2_000));
  });

  it('never throws, and never returns the key or more than 2,000 characters of detail', () => {
    const secret = 'sk-secret';
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      fc.string().map((text) => JSON.stringify({ error: { message: text + secret, code: secret } })),
    );
    fc.assert(
      fc.property(body, (text) => {
        const { detail, code } = parseErrorBody(text, secret);
        assert.ok(!`${detail} ${code ?? ''}`.includes(secret));
        assert.ok(detail.length <= 2_000);
      }),
    );
  });
});

describe('redactBody', () => {
  it('removes white space around a body and around the title of an HTML page', () => {
    assert.equal(redactBody(' \n {"error":"No."}\n', ''), '{"error":"No."}');
    assert.equal(redactBody('\n<html><title> No. </title></html>', ''), 'No.');
    assert.equal(redactBody('\n<html><title> No\n entry. </title></html>', ''), 'No entry.');
  });

  it('keeps the text of XML, and nothing of an HTML page without a title', () => {
    assert.equal(redactBody('<Error>No.</Error>\n', ''), '<Error>No.</Error>');
    assert.equal(redactBody('<html>No.</html>', ''), '');
  });
});
