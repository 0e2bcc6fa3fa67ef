import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';

describe('newLeaf', () => {
  const yaml =
    'services:\n  web:\n    image: web\n    ports:\n      - "80:80"\n  db:\n    image: pg\n\nvolumes:\n  data: {}\n';
  const path = 'services:\n  web:\n';

  it('is a new key below a path that the block repeats', () => {
    const changed = yaml.replace('80"\n', '80"\n    restart: always\n');
    assert.equal(applied('a.yml', yaml, `${path}    restart: always`), changed);
    for (const end of ['', '...\n']) {
      const marked = (text: string) => `---\n${text}${end}`;
      assert.equal(applied('a.yml', marked(yaml), `${path}    restart: always`), marked(changed));
      assert.equal(applied('a.yml', marked(yaml), `---\n${path}    restart: always`), marked(changed));
    }
    const cache = '  cache:\n    image: redis\n';
    assert.equal(applied('a.yml', yaml, `services:\n${cache}`), yaml.replace('pg\n', `pg\n${cache}`));
  });

  it('is no item of a list, and no key beside another one or below an unknown path', () => {
    const codes = [
      `${path}    ports:\n      - "81:81"`,
      `${path}    restart: always\n    user: root`,
      'services:\n  app:\n    image: web\n  cache:\n    image: redis',
      'networks:\n  web: {}',
    ];
    for (const code of codes) assert.match(applied('a.yml', yaml, code), /^\w+$/, code);
    assert.match(applied('a.yml', `${yaml}---\n${yaml}`, `${path}    restart: always`), /^\w+$/);
    const merged = yaml.replace('    image: web', '    <<: *base\n    image: web');
    assert.match(applied('a.yml', merged, `${path}    restart: always`), /^\w+$/);
  });
});
