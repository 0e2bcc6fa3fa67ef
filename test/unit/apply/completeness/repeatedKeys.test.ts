import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';

const replacement = (search: string, replace: string) =>
  `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE`;

describe('A mapping of YAML', () => {
  const file = 'on:\n  push:\n    branches: [main]\n  pull:\nlist:\n- name: a\n  run: |\n    a: 1\n- name: b\n';

  it('does not get a key twice', () => {
    const codes = [
      replacement('    branches: [main]', '    branches: [main]\n  pull:\n    branches: [main]'),
      replacement('  pull:', '  pull:\n  push:\n    branches: [dev]'),
      replacement('  run: |', '  name: c\n  run: |'),
      '@@\n   push:\n+    branches: [dev]\n     branches: [main]',
      '@@\n list:\n - name: a\n+  run: b\n   run: |',
    ];
    for (const code of codes) assert.equal(applied('a.yml', file, code), 'incomplete', code);
  });

  it('may get the keys of others', () => {
    const changes = [
      ['  pull:', '  pull:\n    branches: [main]'],
      ['- name: b', '- name: b\n  run: b\n- name: c\n  run: c'],
      ['    a: 1', '    a: 1\n    a: 1'],
      ['list:', 'on2:\n  push: 1\n---\non: 2\nlist:'],
      ['list:', '"a b": 1\na: http://a\nb: {on: 1}\nlist:'],
    ] as const;
    for (const [search, replace] of changes)
      assert.equal(
        applied('a.yml', file, replacement(search, replace)),
        file.replace(search, () => replace),
        replace,
      );
  });

  it('may have a key twice if it had before, if the new code has, or if the file is a template', () => {
    const twice = 'a: 1\na: 2\nb: 3\n';
    assert.equal(applied('a.yml', twice, replacement('b: 3', 'b: 4')), twice.replace('3', '4'));
    assert.equal(applied('a.yml', 'b: 3\n', replacement('b: 3', 'a: 1\na: 2')), 'a: 1\na: 2\n');
    const template = '{{ if .x }}\na: 1\n{{ end }}\nb: 3\n';
    const code = replacement('{{ end }}', '{{ else }}\na: 2\n{{ end }}');
    assert.equal(applied('a.yml', template, code), template.replace('{{ end', '{{ else }}\na: 2\n{{ end'));
  });
});
