import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';

describe('A key of YAML', () => {
  const file = 'top: 0\na:\n  b: 1\nc:\n  d: 2\n  e: 3\nend: 4\nlast: 6\n';

  it('is not changed in another mapping than the one that the block shows', () => {
    const codes = [
      'b: 9\nc:\n  d: 2\n  e: 3',
      'd: 2\ne: 9\nend: 4',
      'b: 9\nd: 2',
      '# ...\nb: 9\nd: 2\n# ...',
      'end: 4\nb: 5',
    ];
    for (const code of codes) assert.equal(applied('a.yml', file, code), 'notFound', code);
    const job = (name: string, command: string) =>
      `  ${name}:\n    steps:\n      - uses: checkout\n      - run: ${command}\n`;
    const jobs = `jobs:\n${job('build', 'make')}${job('test', 'make test')}`;
    const elided = `jobs:\n  build:\n    # ...\n    steps:\n      - uses: checkout\n      - run: make test`;
    assert.equal(applied('a.yml', jobs, elided), 'notFound');
  });

  it('is changed in the mapping that the block shows', () => {
    assert.equal(applied('a.yml', file, '  d: 2\n  e: 9\nend: 4'), file.replace('e: 3', 'e: 9'));
    assert.equal(applied('a.yml', file, 'c:\n  d: 2\n  e: 9'), file.replace('e: 3', 'e: 9'));
    assert.equal(applied('a.yml', file, 'a:\n  b: 1\n  d: 2'), file.replace('b: 1', 'b: 1\n  d: 2'));
    const list = 'x:\n- a: 1\n- b: 2\ny: 3\nz: 4\n';
    assert.equal(applied('a.yml', list, 'x:\n- a: 1\n- b: 2\n- c: 5\ny: 3'), list.replace('y', '- c: 5\ny'));
  });

  it('is changed where the keys above it are, although another key has the same line below it', () => {
    const events = 'name: CI\non:\n  push:\n    branches: [main]\n  pull_request:\njobs:\n  a: 1\n';
    const code = 'on:\n  push:\n    branches: [main, dev]\n  pull_request:\n    branches: [main]';
    const after = events.replace('name: CI\n', '').replace(/on:[^]*request:/, code);
    assert.equal(applied('a.yml', events, code), `name: CI\n${after}`);
    assert.equal(applied('a.yml', events, code.replace('pull_request', 'schedule')), 'incomplete');
    const list = 'a:\n  x:\n  - one\n  y:\nb: 2\n';
    const items = 'a:\n  x:\n  - two\n  y:\n  - one';
    assert.equal(applied('a.yml', list, items), `${items}\nb: 2\n`);
  });

  it('is not lost together with the keys below it', () => {
    const services = 'services:\n  web:\n    image: a\n    ports: x\n  db:\n    image: b\n    volumes: y\n';
    assert.equal(applied('a.yml', services, 'services:\n  # ...\n  web:\n    image: b\n    volumes: y'), 'incomplete');
  });

  it('has a value at the end of a block if it has one in the file', () => {
    const codes = ['c:\n  d: 1\n  e:', 'a:\n  b:', 'top: 0\na:', 'end:', 'end: 4\nnew:'];
    for (const code of codes) assert.equal(applied('a.yml', file, code), 'incomplete', code);
    assert.equal(applied('a.yml', 'a:\n- b: 1\n- c: 2\nd: 3\n', 'a:\n- b:'), 'incomplete');
  });

  it('may be empty at the end of a block if another one beside it is empty, or its name is used', () => {
    const events = 'on:\n  push:\n  pull_request:\njobs: 1\n';
    const more = 'on:\n  push:\n  pull_request:\n  workflow_dispatch:\n';
    assert.equal(applied('a.yml', events, more), `${more}jobs: 1\n`);
    assert.equal(
      applied('a.yml', 'x: 1\n', 'x: 1\ny: &data\n  - data\nz:\n  data:'),
      'x: 1\ny: &data\n  - data\nz:\n  data:\n',
    );
  });
});
