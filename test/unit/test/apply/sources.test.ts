import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { heldOutNames } from '../../../apply/sources/heldOut.ts';
import { readFixtures } from '../../../apply/sources/readFixtures.ts';
import { readTarball } from '../../../apply/sources/readTarball.ts';

/** The end of a tar archive. */
const end = Buffer.alloc(1024);

describe('heldOutNames', () => {
  const names = Array.from({ length: 9 }, (_, index) => `package-${index}`);

  it('holds out a third of the sources of each language', () => {
    const sources = ['Go', 'Rust'].flatMap((language) =>
      names.map((name) => ({ name: `${language}-${name}`, language })),
    );
    const heldOut = [...heldOutNames(sources)];
    assert.equal(heldOut.filter((name) => name.startsWith('Go')).length, 3);
    assert.equal(heldOut.length, 6);
  });

  it('does not depend on the order of the sources', () => {
    const sources = names.map((name) => ({ name, language: 'Go' }));
    assert.deepEqual(heldOutNames(sources.toReversed()), heldOutNames(sources));
  });
});

describe('readFixtures', () => {
  it('reads several versions of sources in Go and in Rust', () => {
    const sources = readFixtures();
    assert.deepEqual([...new Set(sources.map(({ language }) => language))].toSorted(), ['Go', 'Rust']);
    for (const { name, pairs } of sources) assert.ok(pairs.length >= 5, name);
  });
});

describe('readTarball', () => {
  it('returns the wanted files without the name of the folder', () => {
    const tarball = gzipSync(Buffer.concat([entry('package/a.js', 'let a;\n'), entry('package/b.png', '?'), end]));
    assert.deepEqual([...readTarball(tarball, (path) => path.endsWith('.js'))], [['a.js', 'let a;\n']]);
  });

  it('reads paths that are too long for the header', () => {
    const path = `package/${'x'.repeat(150)}.js`;
    const record = ` path=${path}\n`;
    const tarball = gzipSync(
      Buffer.concat([entry('long', `${record.length + 3}${record}`, 'x'), entry('short', 'let a;'), end]),
    );
    assert.deepEqual([...readTarball(tarball, () => true).keys()], [path.slice('package/'.length)]);
  });
});

/** Returns the header of a file in a tar archive, and its content. */
function entry(path: string, text: string, type = '0'): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write(text.length.toString(8).padStart(11, '0'), 124);
  header.write(type, 156);
  const content = Buffer.alloc(Math.ceil(text.length / 512) * 512);
  content.write(text);
  return Buffer.concat([header, content]);
}
