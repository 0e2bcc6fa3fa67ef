import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('sections of configuration files', () => {
  const file = '[package]\nname = "x"\n\n[dependencies]\nserde = "1"\n\n[dev-dependencies]\ntokio = "1"\n\n# end\n';

  it('is unclear for a key that only another section has', () => {
    assert.match(applied('Cargo.toml', file, '[dependencies]\nserde = "1"\ntokio = "2"'), /^\w+$/);
    const ini = '[test]\nhost = localhost\n\n[production]\nhost = db.example.com\nkey = /etc/p\nssl = on\n';
    assert.match(applied('my.ini', ini, '[test]\nhost = localhost\nssl = off'), /^\w+$/);
    assert.match(applied('my.ini', ini, '[other]\nssl = off'), /^\w+$/);
  });

  it('keeps the header of a section between two equal lines', () => {
    const code = '[dependencies]\nserde = "2"\ntokio = "1"';
    assert.match(applied('Cargo.toml', file, code), /^\w+$/);
    assert.match(applied('Cargo.toml', file, code.replace('2', '1')), /^\w+$/);
  });

  it('replaces a key of the shown section, and a key that occurs once', () => {
    const ini = '[test]\nhost = localhost\nport = 1\n\n[production]\nhost = db.example.com\nport = 2\nssl = on\n';
    assert.equal(applied('my.ini', ini, '[production]\nport = 3'), ini.replace('port = 2', 'port = 3'));
    assert.equal(applied('my.ini', ini, '[test]\nport = 3'), ini.replace('port = 1', 'port = 3'));
    assert.equal(applied('my.ini', ini, 'ssl = off'), ini.replace('ssl = on', 'ssl = off'));
  });

  it('does not replace a section of Markdown by a new one that ends with the same line', () => {
    const guide = '# Guide\n\n## Use\n\nOpen it.\n\n## Remove\n\nDelete it.\n\nSee the docs.\n';
    const isNew = '## Use\n\nOpen it.\n\n## Update\n\nReload it.\n\nSee the docs.';
    assert.equal(applied('guide.md', guide, isNew), 'incomplete');
    const isChanged = '## Use\n\nOpen it.\n\n## Remove\n\nUninstall it.\n\nSee the docs.';
    assert.equal(applied('guide.md', guide, isChanged), guide.replace('Delete', 'Uninstall'));
  });

  it('does not replace a block by a new one that ends with the same line', () => {
    const [root, own] = ['location / {\n  proxy_pass http://app;\n}\n\n', '  root /var/www;\n  expires 1d;\n}'];
    const server = `server {\n${`${root}location /static {\n${own}`.replaceAll(/^(?=.)/gm, '  ')}\n}\n`;
    assert.equal(
      applied('nginx.conf', server, `${root}location /api {\n  proxy_pass api;\n  expires 1d;\n}`),
      'incomplete',
    );
    const isChanged = `${root}location /static {\n${own}`.replace('app;', 'web;').replace('/var/www', '/srv');
    assert.equal(applied('nginx.conf', server, isChanged), server.replace('app;', 'web;').replace('/var/www', '/srv'));
  });

  it('get a new setting at their end, or below the setting that the block shows above it', () => {
    const toml = '[a]\nb = 1\nc = [\n  2,\n]\n\n# The other one\n[d]\ne = 1\n';
    assert.equal(applied('a.toml', toml, '[a]\nf = 1'), toml.replace(']\n\n', ']\nf = 1\n\n'));
    assert.equal(applied('a.toml', toml, '[a]\n# ...\nf = 1'), toml.replace(']\n\n', ']\nf = 1\n\n'));
    assert.equal(applied('a.toml', toml, '[a]\nb = 2\nf = 1'), toml.replace('b = 1', 'b = 2\nf = 1'));
    const both = toml.replace(']\n\n', ']\nf = 1\n\n').replace('e = 1', 'e = 1\ng = 1');
    assert.equal(applied('a.toml', toml, '[a]\nf = 1\n\n[d]\ng = 1'), both);
  });

  it('get no setting that may have another meaning', () => {
    const toml = '[a]\nb.c = 1\n\n[d]\ne = 1\n\n[d.f]\ng = 1\n\n[[h]]\ni = 1\n\n[[h]]\ni = 2\n\n[j]\nline\n';
    for (const code of ['[a]\nb = 2', '[a]\ne = 2', '[d]\nf = 1', '[h]\nk = 1', '[[h]]\nk = 1', '[j]\nk = 1'])
      assert.match(applied('a.toml', toml, code), /^\w+$/, code);
  });

  it('do not get an unfinished setting', () => {
    assert.equal(applied('a.toml', '[a]\nb = 1\nc = 2\n', '[a]\nb ='), 'incomplete');
  });
});
