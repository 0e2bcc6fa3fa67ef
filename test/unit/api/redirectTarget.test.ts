import { strict as assert } from 'node:assert';
import { redirectTarget } from '../../../src/api/redirectTarget.ts';

describe('redirectTarget', () => {
  const secret = 'Key-AbCdEfGh12345678QQ';
  const targetOf = (location: string) =>
    redirectTarget({ status: 302, headers: { location } }, new URL('https://api.example/v1'), secret);

  it('names no target whose host is the API key with disguised letters, because URLs have hosts in lower case', () => {
    const softHyphens = secret.replaceAll(/./g, '$&%C2%AD');
    const fullWidth = encodeURIComponent(
      secret.replaceAll(/[a-z0-9]/gi, (each) => String.fromCodePoint(each.charCodeAt(0) + 0xfee0)),
    );
    for (const host of [secret, softHyphens, fullWidth])
      assert.equal(targetOf(`https://${host}.portal.example/`), '', host);
    assert.equal(targetOf('https://portal.example/login'), 'https://portal.example/login');
  });
});
