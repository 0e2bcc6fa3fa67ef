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
      divideReply({ reply, shownCode: 'x();', info, code: 'x();' }).map(({ parts }) => parts.map(({ path }) => path));
    assert.deepEqual(named('js'), [['c.ts']]);
  });

  it('returns each of several equal blocks that name different files', () => {
    const named = (text: string) =>
      divideReply({ reply: text, shownCode: 'x();', info: 'ts', code: 'x();' }).map(({ parts }) => parts[0]?.path);
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
    assert.deepEqual(parts, [{ block: { code: 'a', info: '', before: '`a.ts`:' }, path: 'a.ts', kind: 'code' }]);
  });

  it('returns the code without a file if the reply does not contain it', () => {
    assert.deepEqual(divideReply({ reply, shownCode: 'y();', info: 'ts', code: 'y();' }), [
      {
        parts: [{ block: { code: 'y();', info: 'ts', before: '' }, path: undefined, kind: 'code' }],
        isClosed: true,
      },
    ]);
  });

  it('returns a part for each file of a diff', () => {
    const code = '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a\n+b\n--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-c\n+d';
    const [{ parts }] = divideReply({ reply: `\`\`\`diff\n${code}\n\`\`\``, shownCode: code, info: 'diff', code });
    assert.deepEqual(
      parts.map(({ path }) => path),
      ['a.ts', 'b.ts'],
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
        ...parts.map(({ path, kind }) => `${path} ${kind}`),
      ]),
      [
        [diff, true, 'a.ts diff', 'b.ts diff'],
        ['x();', true, 'c.ts code'],
        ['npm test', false, 'undefined shell'],
      ],
    );
    assert.deepEqual(divideAll('No code.'), []);
  });
});
