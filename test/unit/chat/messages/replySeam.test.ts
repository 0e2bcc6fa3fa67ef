import { strict as assert } from 'node:assert';
import { createJoinedText } from '../../../../src/chat/messages/replySeam.ts';

function join(before: string, pieces: Iterable<string>): string {
  const seam = createJoinedText(before).seam();
  let joined = before;
  for (const piece of pieces) joined += seam.push(piece);
  return joined + seam.finish();
}

const block = 'Like this:\n\n```ts\nconst first = 1;\nconst sec';
const rows: readonly (readonly [title: string, before: string, after: string, joined: string])[] = [
  ['appends new text', 'The tally of', ' a session.', 'The tally of a session.'],
  ['appends new code', block, 'ond = 2;\n```\n', `${block}ond = 2;\n\`\`\`\n`],
  ['appends everything to an empty reply', '', '```ts\nx', '```ts\nx'],
  [
    'leaves out a fence that opens the code block again, and the repeated part of the line',
    block,
    '```ts\nconst second = 2;\n```\n',
    `${block}ond = 2;\n\`\`\`\n`,
  ],
  [
    'leaves out blank lines and the words after the language of such a fence',
    block,
    '\n\n```TS title="a.ts"\nconst second = 2;\n',
    `${block}ond = 2;\n`,
  ],
  [
    'starts a new line after such a fence if the cut line is not repeated',
    '```js\nfoo();',
    '```js\nbar();\n```',
    '```js\nfoo();\nbar();\n```',
  ],
  ['adds no second line break', '```js\nfoo();\n', '```js\nbar();\n```', '```js\nfoo();\nbar();\n```'],
  ['leaves out such a fence at the end', '```js\nfoo();\n', '```js', '```js\nfoo();\n'],
  ['keeps a fence that closes the block', '```js\nfoo();\n', '```\nDone.', '```js\nfoo();\n```\nDone.'],
  ['keeps a fence of another language', '```md\n# Title\n', '```js\nfoo();', '```md\n# Title\n```js\nfoo();'],
  ['keeps a fence if no block is open', '```js\nfoo();\n```\n', '```js\nbar();', '```js\nfoo();\n```\n```js\nbar();'],
  [
    'keeps a fence in a block without a language, which it may close',
    '```\nfoo\n',
    '```\nDone.',
    '```\nfoo\n```\nDone.',
  ],
  ['leaves out repeated words', 'It groups the items by', 'the items by a key.', 'It groups the items by a key.'],
  [
    'leaves out repeated lines',
    'One.\n\nThe second line.\nThe third',
    'The second line.\nThe third line.',
    'One.\n\nThe second line.\nThe third line.',
  ],
  ['leaves out a short repeated line', 'One.\n\nAnd', 'And two.', 'One.\n\nAnd two.'],
  ['leaves out the repeated last word', 'Then the cart', 'cart is empty.', 'Then the cart is empty.'],
  ['leaves out the repeated part of the last word', 'Then the car', 'cart is empty.', 'Then the cart is empty.'],
  ['keeps a repetition of two letters', 'We so', 'so far', 'We soso far'],
  ['keeps a part of a word', 'An item by', 'items by', 'An item byitems by'],
  ['keeps a short repetition', 'a = b', ' = b', 'a = b = b'],
  ['keeps a second closing bracket', '  {\n    }\n', '    }\n', '  {\n    }\n    }\n'],
  [
    'keeps a row that is equal to the row before',
    '| yes | maybe |\n| yes | maybe |\n',
    '| yes | maybe |\n',
    '| yes | maybe |\n| yes | maybe |\n| yes | maybe |\n',
  ],
  ['keeps blank lines before new text', 'A paragraph.', '\n\nThe next.', 'A paragraph.\n\nThe next.'],
];

describe('createJoinedText', () => {
  for (const [title, before, after, joined] of rows) {
    it(title, () => {
      assert.equal(join(before, [after]), joined);
    });
  }

  it('joins the same text if the continuation arrives in pieces of any length', () => {
    for (const [title, before, after, joined] of rows) {
      for (let length = 1; length <= after.length; length += 1) {
        const pieces = Array.from({ length: Math.ceil(after.length / length) }, (_, index) =>
          after.slice(index * length, (index + 1) * length),
        );
        assert.equal(join(before, pieces), joined, `${title}, ${length}`);
      }
    }
  });

  it('keeps a short line, or the end of a line, if the continuation has it on a new line', () => {
    const code = '```ruby\ndef total(items)\n  if items.empty?\n    0\n  end';
    for (const [before, continuation, joined] of [
      [code, '\nend\n```\n', `${code}\nend\n\`\`\`\n`],
      [code, '```ruby\nend\n```\n', `${code}\nend\n\`\`\`\n`],
      ['### Install', '\n\nInstall the package.', '### Install\n\nInstall the package.'],
      ['## Configuration', '\n\nConfiguration is read.', '## Configuration\n\nConfiguration is read.'],
      ['import matplotlib', '\nimport matplotlib.pyplot as plt', 'import matplotlib\nimport matplotlib.pyplot as plt'],
      ['- name: Install', '\n- name: Install packages', '- name: Install\n- name: Install packages'],
      ['- Performance', '\n\nPerformance is better.', '- Performance\n\nPerformance is better.'],
      ['  if a:\n    return default', '\n  return default', '  if a:\n    return default\n  return default'],
      ['deny:\n  - main', '\n  - main2', 'deny:\n  - main\n  - main2'],
    ] as const)
      assert.equal(join(before, Array.from(continuation)), joined);
  });

  it('holds back only the text that may be a repetition', () => {
    const seam = createJoinedText('It groups the items by').seam();
    assert.deepEqual(
      ['the ', 'items by', ' a', ' key'].map((piece) => seam.push(piece)),
      ['', '', ' a', ' key'],
    );
    assert.equal(createJoinedText('It groups the items by').seam().push(' a'), ' a');
  });

  it('holds back no more than 1,000 code units, even if all of them are spaces or line breaks', () => {
    for (const blank of [' ', '\n', ' \n']) {
      const seam = createJoinedText('The tally.').seam();
      const text = blank.repeat(2_000 / blank.length);
      assert.equal(seam.push(text), text);
      const pieces = Array.from({ length: 20 }, (_, index) => text.slice(index * 100, (index + 1) * 100));
      assert.equal(join('The tally.', pieces), `The tally.${text}`);
    }
  });

  it('joins a continuation of millions of line breaks', () => {
    const text = '\n'.repeat(4_000_000);
    assert.equal(join('The tally.', [text]), `The tally.${text}`);
  });
});
