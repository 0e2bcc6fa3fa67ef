import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { parseErrorBody } from '../../../src/api/errorBody.ts';

describe('parseErrorBody', () => {
  const bodies: readonly (readonly [string, string, string | undefined])[] = [
    ['{"error":{"message":"No.","type":"t","param":null,"code":"c"}}', 'No.', 'c'],
    ['{"error":{"message":"No.","code":429}}', 'No.', '429'],
    ['{"error":{"message":"No.","type":"t","code":null}}', 'No.', 't'],
    ['{"error":"No."}', 'No.', undefined],
    ['{"object":"error","message":"No."}', 'No.', undefined],
    ['{"detail":"No."}', 'No.', undefined],
    ['{"detail":[{"loc":["body"],"msg":"No."}]}', 'No.', undefined],
    ['{"message":"No."}', 'No.', undefined],
    ['{"msg":"No.","code":7}', 'No.', '7'],
    ['{"errors":[{"message":"No."}]}', 'No.', undefined],
    ['{"title":"Nope","status":400,"detail":"No."}', 'No.', undefined],
    ['[{"error":{"message":"No.","code":400}}]', 'No.', '400'],
    ['"No."', 'No.', undefined],
    ['  No.\n', 'No.', undefined],
    ['<html><head><TITLE>No.</TITLE></head><body>page</body></html>', 'No.', undefined],
    ['<html>page</html>', '', undefined],
    ['', '', undefined],
    ['null', 'null', undefined],
    ['[]', '', undefined],
    ['{}', '', undefined],
  ];
  for (const [body, detail, code] of bodies) {
    it(`reads ${body === '' ? 'an empty body' : body.trim()}`, () => {
      assert.deepEqual(parseErrorBody(body, 'sk-secret'), { detail, code });
    });
  }

  it('never throws, and never has the key or more than 2,000 characters', () => {
    const secret = 'sk-secret';
    const body = fc.oneof(fc.string(), fc.json(), fc.string().map((text) => JSON.stringify({ error: { message: text + secret, code: secret } })));
    fc.assert(
      fc.property(body, (text) => {
        const { detail, code } = parseErrorBody(text, secret);
        assert.ok(!`${detail} ${code ?? ''}`.includes(secret));
        assert.ok(detail.length <= 2_000);
      }),
    );
  });
});
