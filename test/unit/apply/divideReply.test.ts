import { strict as assert } from 'node:assert';
import { divideAll, divideReply } from '../../../src/apply/divideReply.ts';
import { parseReply } from '../../../src/apply/replyBlocks.ts';

describe('parseReply', () => {
  it('returns each code block with its info string and the Markdown text before it', () => {
    const reply =
      'In `a.ts`:\n\n```ts title="a.ts"\nfoo\n\n```\nThen\r\n- b\n\n  ~~~\n  x\n    y\n  ~~~\n> ```js\n> q\n> ```\n';
    assert.deepEqual(parseReply(reply), [
      { code: 'foo\n', info: 'ts title="a.ts"', before: 'In `a.ts`:\n', isClosed: true },
      { code: 'x\n  y', info: '', before: 'Then\n- b\n', isClosed: true },
      { code: 'q', info: 'js', before: '', isClosed: true },
    ]);
  });

  it('begins the text before a block with the headings of its section', () => {
    const texts = ['## `a.ts`\n\n### Import\n', 'and further:', '### Function\n', 'A usage example:', '## Notes'];
    const reply = texts.map((text) => `${text}\n\`\`\`\nx\n\`\`\`\n`).join('');
    assert.deepEqual(
      parseReply(reply).map(({ before }) => before),
      [
        '## `a.ts`\n\n### Import\n',
        '## `a.ts`\n### Import\nand further:',
        '## `a.ts`\n### Import\n### Function\n',
        'A usage example:',
        '## `a.ts`\n### Function\n## Notes',
      ],
    );
  });

  it('returns indented code', () => {
    assert.deepEqual(parseReply('a\n\n    b\n      c\n'), [
      { code: 'b\n  c', info: '', before: 'a\n', isClosed: true },
    ]);
  });

  it('returns whether each fence is closed', () => {
    const isClosed = (reply: string) => parseReply(reply).map((block) => block.isClosed);
    assert.deepEqual(isClosed('```\n```\n```\n\n```\n'), [true, true]);
    for (const open of ['```', '```\n', '```\na', '```\na\n\n', '```\na\n``', '- ```\n  a\n\nb']) {
      assert.deepEqual(isClosed(open), [false], JSON.stringify(open));
    }
  });
});

describe('divideReply', () => {
  const reply = 'In `a.ts`:\n```ts\nx();\n```\nIn `b.ts`:\n```ts \nx();\n```\nIn `c.ts`:\n```js\nx();\n```\n';

  it('finds the block with the code and the info string, and the path that the reply names for it', () => {
    const named = (info: string) =>
      divideReply({ reply, shownCode: 'x();', info, code: 'x();' }).map(({ parts }) =>
        parts.flatMap(({ paths }) => paths),
      );
    assert.deepEqual(named('js'), [['c.ts']]);
  });

  it('returns each of several equal blocks that name different files', () => {
    const named = (text: string) =>
      divideReply({ reply: text, shownCode: 'x();', info: 'ts', code: 'x();' }).map(({ parts }) => parts[0]?.paths[0]);
    assert.deepEqual(named(reply), ['a.ts', 'b.ts']);
    assert.deepEqual(named(reply.replace('b.ts', 'a.ts')), ['a.ts']);
    assert.deepEqual(named('```ts\nx();\n```\nSo, in `a.ts`:\n```ts\nx();\n```\n'), [undefined, 'a.ts']);
  });

  it('returns at most 20 blocks', () => {
    const block = (name: number) => `In \`a${name}.ts\`:\n\`\`\`ts\nx();\n\`\`\`\n`;
    const many = Array.from({ length: 30 }, (_, index) => block(index)).join('');
    assert.equal(divideReply({ reply: many, shownCode: 'x();', info: 'ts', code: 'x();' }).length, 20);
  });

  it('applies the code without hidden characters if the user removed them', () => {
    const [{ parts }] = divideReply({ reply: '`a.ts`:\n```\na\u200b\n```', shownCode: 'a\u200b', info: '', code: 'a' });
    assert.deepEqual(parts, [{ block: { code: 'a', info: '', before: '`a.ts`:' }, paths: ['a.ts'], kind: 'code' }]);
  });

  it('returns the code without a file if the reply does not contain it', () => {
    assert.deepEqual(divideReply({ reply, shownCode: 'y();', info: 'ts', code: 'y();' }), [
      {
        parts: [{ block: { code: 'y();', info: 'ts', before: '' }, paths: [], kind: 'code' }],
        isClosed: true,
      },
    ]);
  });

  it('returns a part for each file of a diff', () => {
    const code = '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a\n+b\n--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-c\n+d';
    const [{ parts }] = divideReply({ reply: `\`\`\`diff\n${code}\n\`\`\``, shownCode: code, info: 'diff', code });
    assert.deepEqual(
      parts.map(({ paths }) => paths),
      [['a.ts'], ['b.ts']],
    );
  });
});

describe('divideAll', () => {
  it('returns all blocks in order, with their shown code, their files and whether they are closed', () => {
    const diff = '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a\n+b\n--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-c\n+d';
    const reply = `\`\`\`diff\n${diff}\n\`\`\`\n\n- In \`c.ts\`:\n  \`\`\`ts\n  x();\n  \`\`\`\n\n\`\`\`sh\nnpm test`;
    assert.deepEqual(
      divideAll(reply).map(({ shownCode, parts, isClosed }) => [
        shownCode,
        isClosed,
        ...parts.map(({ paths, kind }) => `${paths.join()} ${kind}`),
      ]),
      [
        [diff, true, 'a.ts diff', 'b.ts diff'],
        ['x();', true, 'c.ts code'],
        ['npm test', false, ' shell'],
      ],
    );
    assert.deepEqual(divideAll('No code.'), []);
  });

  it('knows that a script or a text for a named file is no command or output', () => {
    const block = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n`;
    const reply = `In \`requirements.txt\`:\n\n${block('text', 'requests')}\nIn \`scripts/deploy.sh\`:\n\n${block('bash', 'npm run deploy')}\nThen run:\n\n${block('bash', 'npm install')}`;
    const kinds = divideAll(reply).map(({ parts }) => parts.map(({ paths, kind }) => [...paths, kind]));
    assert.deepEqual(kinds, [[['requirements.txt', 'code']], [['scripts/deploy.sh', 'code']], [['shell']]]);
  });

  it('knows whether a line between two blocks names the first or the second one', () => {
    const pathsOf = (...between: readonly string[]) =>
      divideAll(between.join('\n```ts\nx();\n```\n')).map(({ parts }) => parts.flatMap(({ paths }) => paths));
    for (const line of ['Save this as `a.ts`.', 'Then save the code above in `a.ts`', '\nPut it into **a.ts**.\n']) {
      assert.deepEqual(pathsOf('', line, ''), [['a.ts'], []], line);
      assert.deepEqual(pathsOf('Here it is.', line), [['a.ts']], line);
      const isAbove = line.includes('above');
      assert.deepEqual(pathsOf('In `b.ts`:', line, ''), [['b.ts'], isAbove ? [] : ['a.ts']], line);
    }
    assert.deepEqual(pathsOf('', 'Save this as `a.ts`:', ''), [[], ['a.ts']]);
    assert.deepEqual(pathsOf('Save this as `a.ts`.', 'Save this as `b.ts`.', ''), [['a.ts'], ['b.ts']]);
    assert.deepEqual(
      divideAll('```bash\nnpm install\n```\nSave this as `a.ts`.\n```ts\nx();\n```\n').map(
        ({ parts }) => parts[0]?.paths,
      ),
      [[], ['a.ts']],
    );
  });

  it('finds the file of each block in whole replies of models', () => {
    const fenced = (code: string, info = 'ts') => `\`\`\`${info}\n${code}\n\`\`\`\n`;
    const block = fenced('let a;');
    const replies: readonly (readonly [reply: string, paths: readonly string[]])[] = [
      [
        `## 1. Limit\n\nIn \`a.ts\`, add:\n\n${block}\n## 2. Use\n\nThen, in \`b.ts\`, import it:\n\n${block}`,
        ['a.ts', 'b.ts'],
      ],
      [
        `### \`a.ts\`\n\nAdd:\n\n${block}\nand replace:\n\n${block}\n### \`b.ts\` (new)\n\n${block}`,
        ['a.ts', 'a.ts', 'b.ts'],
      ],
      [`Okay:\n\n**1. \`a.ts\`**: use it\n\n${block}\n**2. \`b.ts\`**: export it\n\n${block}`, ['a.ts', 'b.ts']],
      [`**a.ts**\n\n**Before:**\n\n${block}\n**After:**\n\n${block}`, ['a.ts', 'a.ts']],
      [
        `You can modify \`total\` in your a.ts file:\n\n${block}\nAlso update the test in b.ts:\n\n${block}`,
        ['a.ts', 'b.ts'],
      ],
      [`a.ts\n${fenced('<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE')}`, ['a.ts']],
      [`### [a.ts](file:///home/u/a.ts)\n\nLimit it.\n\n${block}`, ['/home/u/a.ts']],
      [`### [a.ts](file:///c%3A/u/a.ts)\n\nLimit it.\n\n${block}`, ['c:/u/a.ts']],
      [
        `1. In \`a.ts\`:\n\n   \`\`\`ts\n   let a;\n   \`\`\`\n2. In \`b.ts\`:\n\n   \`\`\`ts\n   let b;\n   \`\`\`\n`,
        ['a.ts', 'b.ts'],
      ],
      [`I’ll change \`a.ts\` and \`b.ts\`.\n\n### a.ts\n\n${block}\n### b.ts\n\n${block}`, ['a.ts', 'b.ts']],
      [`### a.ts\n\n${block}\nUsage example:\n\n${block}`, ['a.ts', '']],
      [`${block}\nSave this as \`b.ts\`.\n\nThen update \`a.ts\`:\n\n${block}`, ['b.ts', 'a.ts']],
      [
        `Move it from \`a.ts\` into a new file \`b.ts\`:\n\n${block}\nThen import it in \`a.ts\`:\n\n${block}`,
        ['b.ts', 'a.ts'],
      ],
      [
        `<details>\n<summary>a.ts</summary>\n\n${block}\n</details>\n<details>\n<summary>b.ts</summary>\n\n${block}`,
        ['a.ts', 'b.ts'],
      ],
      [`\`res.json\` is called twice in \`a.js\`. Node.js v18.2 throws. Change it:\n\n${block}`, ['a.js']],
      [`Ändere die Datei \`a.ts\` wie folgt:\n\n${block}\nUnd in \`b.ts\`:\n\n${block}`, ['a.ts', 'b.ts']],
      [`Following https://nodejs.org/api/fs.html, use promises:\n\n${block}`, ['']],
      [`Add \`import { a } from './a.ts'\` at the top:\n\n${block}`, ['']],
      [`\`total\` in \`a.ts\` is called by \`b.ts\` and \`c.ts\`. Change it so:\n\n${block}`, ['a.ts']],
      [`| File |\n|---|\n| \`a.ts\` |\n| \`b.ts\` |\n\nThe function:\n\n${block}`, ['']],
      [`Both \`a.ts\` and \`b.ts\` need this:\n\n${block}`, ['a.ts b.ts']],
    ];
    for (const [reply, paths] of replies) {
      const found = divideAll(reply).map(({ parts }) => parts.map((part) => part.paths.join(' ')).join());
      assert.deepEqual(found, paths, reply);
    }
  });
});
