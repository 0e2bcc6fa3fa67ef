import assert from 'node:assert/strict';
import { applied } from './applied.ts';

const js = `import { read } from './read.js';

function load(id) {
  return read(id);
}
`;
const added = 'function save(id) {\n  return write(id);\n}';

describe('New code below a mark for all other code', () => {
  it('goes to the end of a file that ends with a function', () => {
    assert.equal(applied('a.js', js, `// ... existing code ...\n\n${added}`), `${js}\n${added}\n`);
    const changed = 'function load(id) {\n  return read(id) ?? null;\n}';
    assert.equal(
      applied('a.js', js, `${changed}\n\n// ... rest of the code ...\n\n${added}`),
      `${js.replace('read(id);', 'read(id) ?? null;')}\n${added}\n`,
    );
  });

  it('goes to the end of a Python file, with the blank lines that are usual there', () => {
    const py = 'def load(key):\n    return read(key)\n\n\ndef find(key):\n    return key\n';
    const block = '# ... existing code ...\n\ndef save(key):\n    return write(key)';
    assert.equal(applied('a.py', py, block), `${py}\n\ndef save(key):\n    return write(key)\n`);
  });

  it('goes to the end of a style sheet', () => {
    const css = '.a {\n  color: red;\n}\n';
    assert.equal(
      applied('a.css', css, '/* ... existing styles ... */\n\n.b {\n  color: blue;\n}'),
      `${css}\n.b {\n  color: blue;\n}\n`,
    );
  });

  it('is not certain if the file ends with its start or its exports, or if the new code is a statement', () => {
    for (const end of ['load(process.argv[2]);\n', 'module.exports = { load };\n', 'export default load;\n'])
      assert.equal(applied('a.js', `${js}\n${end}`, `// ... existing code ...\n\n${added}`), 'noNeighbours', end);
    assert.equal(applied('a.js', js, '// ... existing code ...\n\nload(1);'), 'noNeighbours');
    const py = 'def load(key):\n    return read(key)\n\n\nif __name__ == "__main__":\n    load("a")\n';
    assert.equal(
      applied('a.py', py, '# ... existing code ...\n\ndef save(key):\n    return write(key)'),
      'noNeighbours',
    );
    const rust = 'fn load() {\n    read()\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n}\n';
    assert.equal(applied('a.rs', rust, '// ... existing code ...\n\nfn save() {\n    write()\n}'), 'noNeighbours');
  });
});
