import { strict as assert } from 'node:assert';
import { findKubernetesSecrets } from '../../../../src/chat/secrets/kubernetesSecrets.ts';

describe('findKubernetesSecrets', () => {
  const find = (text: string) => [...findKubernetesSecrets(text, 'data')];

  it('finds the values of a secret in YAML and in JSON', () => {
    assert.deepEqual(find('kind: Secret\ndata:\n  a: c2VjcmV0\n  b: "bG9uZ2VyIQ=="\n'), ['c2VjcmV0', 'bG9uZ2VyIQ==']);
    assert.deepEqual(find('{"kind": "Secret", "data": {"a": "c2VjcmV0"}}'), ['c2VjcmV0']);
    assert.deepEqual(find('data:\n  a: c2VjcmV0\nkind: Secret\n'), ['c2VjcmV0']);
  });

  it('finds nothing in manifests of another kind', () => {
    assert.deepEqual(find('kind: ConfigMap\ndata:\n  a: c2VjcmV0\n'), []);
    assert.deepEqual(find('kind: Secrets\ndata:\n  a: c2VjcmV0\n'), []);
  });

  it('finds no values outside `data`, and no values whose length is impossible in Base64', () => {
    assert.deepEqual(find('kind: Secret\na: c2VjcmV0\n'), []);
    assert.deepEqual(
      find('kind: Secret\ndata:\n  a: c2VjcmV\n  b: c2VjcmV0c\n  c: c2VjcmV0c2\n  d: c2VjcmV0c2V\n'),
      [],
    );
  });

  it('returns each value once if the text contains `data:` twice', () => {
    assert.deepEqual(find('kind: Secret\ndata:\n  data: c2VjcmV0\n  b: bG9uZ2Vy\n'), ['c2VjcmV0', 'bG9uZ2Vy']);
  });

  it('searches only 4,000 characters from `data:` on, and then searches again from the next `data:` on', () => {
    /** Returns a manifest. From `data:` to the end of `value`, it has exactly 4,000 characters. Then comes `end`. */
    const manifest = (value: string, end: string): string =>
      `kind: Secret\ndata:\n${' '.repeat(4_000 - 'data:\n'.length - value.length - 3)}a: ${value}${end}`;
    assert.deepEqual(find(manifest('c2VjcmV0', '\n')), ['c2VjcmV0']);
    assert.deepEqual(find(manifest('c2VjcmV', '0\n')), []);
    assert.deepEqual(find(manifest(':', 'data: c2VjcmV0\n')), ['c2VjcmV0']);
  });
});
