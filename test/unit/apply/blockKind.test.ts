import { strict as assert } from 'node:assert';
import { blockKind } from '../../../src/apply/blockKind.ts';
import { divideBlock } from '../../../src/apply/divideBlock.ts';

const kindOf = (code: string, info: string, path?: string) => blockKind({ code, info, before: '' }, path);

describe('blockKind', () => {
  it('recognises replacements by their first marker, whatever the info string says', () => {
    assert.equal(kindOf('<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE', 'text', 'a.ts'), 'replacements');
    assert.equal(kindOf('------- SEARCH\na\n=======\nb\n+++++++ REPLACE', '', 'a.ts'), 'replacements');
  });

  it('recognises diffs by the info string, by headers, and by the signs of all lines', () => {
    assert.equal(kindOf('-a\n+b', 'diff', 'a.ts'), 'diff');
    assert.equal(kindOf('@@ -1 +1 @@\n-a\n+b', 'ts', 'a.ts'), 'diff');
    assert.equal(kindOf('--- a.ts\n+++ a.ts\n-a\n+b', '', 'a.ts'), 'diff');
    assert.equal(kindOf(' a\n-b\n+c', 'ts', 'a.ts'), 'diff');
  });

  it('recognises lines that are added among others without signs', () => {
    for (const code of ['use(a);\n+ use(b);\nuse(c);', 'import os\n+import re', '\ta()\n+\tb()'])
      assert.equal(kindOf(code, 'js', 'a.js'), 'diff', code);
    for (const code of ['const a = b +\n+c;', 'i = 1;\n++i;', 'sum =\n+ 1', '@end\n+ (id)make;'])
      assert.equal(kindOf(code, 'js', 'a.js'), 'code', code);
    assert.equal(kindOf('Text:\n+ one', 'md', 'a.md'), 'code');
  });

  it('takes methods of Objective-C for code', () => {
    assert.equal(kindOf('- (NSString *)name;\n\n+ (void)run:(int)a;', 'objc', 'A.h'), 'code');
    assert.equal(kindOf('- - (NSString *)name;\n+ - (NSString *)title;', 'objc', 'A.h'), 'diff');
  });

  it('takes a list in YAML or Markdown for code', () => {
    assert.equal(kindOf('- a\n- b', 'yaml', 'a.yml'), 'code');
    assert.equal(kindOf('- a\n- b', '', 'README.md'), 'code');
  });

  it('recognises commands by the info string, by prompts, and by their first words', () => {
    assert.equal(kindOf('npm test', 'bash', 'main.go'), 'shell');
    assert.equal(kindOf('$ npm test\nok', '', 'main.go'), 'shell');
    assert.equal(kindOf('npm install\nnpm test', '', 'main.go'), 'shell');
    assert.equal(kindOf('echo "$1"', 'bash'), 'shell');
  });

  it('takes a shell script for a shell file for code', () => {
    assert.equal(kindOf('echo "$1"', 'bash', 'run.sh'), 'code');
  });

  it('takes an unlabelled shell script for commands, except for a shell file', () => {
    const script = { code: '#!/bin/sh\nnpm ci', info: '', before: '' };
    assert.equal(blockKind(script, 'a.ts'), 'shell');
    assert.equal(blockKind(script, 'a.sh'), 'code');
  });

  it('takes lines that run the shell file itself for commands', () => {
    const kind = (code: string) => blockKind({ code, info: 'bash', before: '' }, 'scripts/deploy.sh');
    for (const code of ['chmod +x scripts/deploy.sh\n./scripts/deploy.sh prod', 'sudo bash ./deploy.sh'])
      assert.equal(kind(code), 'shell', code);
    for (const code of [
      '#!/bin/sh\n# Usage: deploy.sh\nsource env.sh',
      'npm ci\n./build.sh',
      'echo "deploy.sh done"',
      'bash other/deploy.sh',
      'if root; then\nsudo ./deploy.sh\nfi',
    ])
      assert.equal(kind(code), 'code', code);
  });

  it('takes statements that start like commands for code', () => {
    assert.equal(kindOf('export const a = 1', '', 'a.ts'), 'code');
    assert.equal(kindOf('make := 1', '', 'a.go'), 'code');
  });

  it('recognises output by the info string, except for text files', () => {
    assert.equal(kindOf('1 passing', 'text', 'a.ts'), 'output');
    assert.equal(kindOf('words', 'text', 'notes.txt'), 'code');
  });

  it('recognises other languages', () => {
    assert.equal(kindOf('def f(): pass', 'python', 'a.ts'), 'otherLanguage');
    assert.equal(kindOf('let a', 'js', 'a.ts'), 'code');
    assert.equal(kindOf('let a', 'ts', 'a.vue'), 'code');
    assert.equal(kindOf('let a', 'madeup', 'a.ts'), 'code');
  });
});

describe('divideBlock', () => {
  it('returns a block for each file of a diff', () => {
    const code =
      'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ @@\n-a\n+b\n--- a/b.ts\n+++ b/b.ts\n@@ @@\n-c\n+d';
    const parts = divideBlock({ code, info: 'diff', before: 'Text' });
    assert.deepEqual(
      parts.map((part) => part.code.split('\n').length),
      [6, 5],
    );
    assert.equal(parts.map((part) => part.code).join('\n'), code);
  });

  it('returns other blocks as they are', () => {
    const block = { code: 'let a;', info: 'ts', before: '' };
    assert.deepEqual(divideBlock(block), [block]);
  });
});
