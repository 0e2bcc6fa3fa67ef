import assert from 'node:assert/strict';
import { divideAll } from '../../../src/apply/divideReply.ts';
import { planFile } from '../../../src/apply/planFile.ts';

const file = `function load(id) {
  const row = table.get(id);
  if (row === undefined) return null;
  return parse(row.text);
}

function save(id, value) {
  table.set(id, { text: print(value) });
}
`;
const oldLines = '  if (row === undefined) return null;\n  return parse(row.text);';
const newLines = '  if (row === undefined) return undefined;\n  return parse(row.text ?? row.body);';

describe('A pair of blocks, of which the second replaces the first', () => {
  it('replaces the code of the first block, whichever words introduce the blocks', () => {
    const after = file.replace(oldLines, newLines);
    for (const [before, between] of [
      ['Change this:', 'to this:'],
      ['In `load`, replace', 'with'],
      ['**Before:**', '**After:**'],
      ['Find these lines:', 'Replace them with:'],
      ['The current code is:', 'It should be:'],
      ['Old:', 'New:'],
      ['Current code in `store.js`:', 'New code:'],
      ['It reads too much. Replace the following lines:', 'with:'],
      ['Change this:', 'to this, so that the whole row is read:'],
    ] as const)
      assert.equal(plannedLast(before, oldLines, between, newLines), after, `${before} ${between}`);
  });

  it('indents the new code as the file does', () => {
    const dedent = (text: string) => text.replaceAll(/^ {2}/gm, '');
    const after = file.replace(oldLines, newLines);
    assert.equal(plannedLast('Change this:', dedent(oldLines), 'to this:', dedent(newLines)), after);
  });

  it('belongs to the file that is named above the first block', () => {
    const [, second] = divideAll(replyOf('Change this in `src/store.js`:', oldLines, 'to this:', newLines));
    assert.deepEqual(second?.parts[0]?.paths, ['src/store.js']);
  });

  it('is no pair if the text says something else, or says more than that', () => {
    for (const [before, between] of [
      ['The function `load` is fine.', 'with'],
      ['Change this:', 'After that, you can call it:'],
      ['Find this line:', 'After this line:'],
      ['Do not change this line:', 'New line:'],
      ['Keep the existing line:', 'New line:'],
      ['Change this:', 'to this:\n\nThe next block shows the test.'],
      ['Before:', 'Then add this to the end of the file:'],
      ['In `store.js`, after the existing line:', 'New line:'],
      ['Below the existing line in `store.js`:', 'New code:'],
      ['Find the existing line and insert the new one below it:', 'New line:'],
      ['Find this line in `store.js`, and add a line below it:', 'New:'],
      ['Add it after the existing line:', 'with these new lines:'],
      ['Insert the new line before this one in the current code:', 'to:'],
      ['Next to the existing line:', 'New code:'],
      ['Add this before:', 'After:'],
      ['Find the existing code:', 'New code:'],
      ['Find this line:', 'After:'],
      ['Before `parse`:', 'New code:'],
      ['In `load`, before `return`:', 'New line:'],
      ['Right before line 4:', 'New line:'],
      ['To update the store, find the function:', 'New line:'],
      ['Your `store.js` currently has:', 'New lines:'],
      ['Leave the original line:', 'With this line:'],
      ['Complete the existing line:', 'with:'],
      ['Extend the current line:', 'with this:'],
    ] as const)
      assert.equal(secondOf(before, oldLines, between, newLines)?.replaced, undefined, `${before} ${between}`);
  });

  it('plans the second block alone if the first is not in the file, or is there twice', () => {
    for (const search of ['  if (row === null) return null;', 'text'])
      assert.equal(plannedLast('Change this:', search, 'to this:', '  return 1;'), undefined);
    const twice = `${file}\n${file}`;
    assert.equal(plannedLast('Change this:', oldLines, 'to this:', newLines, twice), undefined);
  });

  it('does not replace code with a part of it', () => {
    const env = 'A=1\nB=2\nC=3\n';
    for (const [path, text, search, replace] of [
      ['.env', env, 'A=1\nB=2\nC=3', 'B=3'],
      ['a.json', '{"a":1,"b":2}\n', '{"a":1,"b":2}', '{"b":3}'],
      ['Dockerfile', 'FROM a\nRUN b\nRUN c\n', 'FROM a\nRUN b\nRUN c', 'RUN d'],
      [
        'a.js',
        "import a from 'a';\nimport b from 'b';\n\nb(a);\n",
        "import a from 'a';\nimport b from 'b';",
        "import c from 'c';",
      ],
      ['a.html', '<ul>\n  <li>a</li>\n</ul>\n<p>b</p>\n', '<ul>\n  <li>a</li>\n</ul>', '  <li>c</li>'],
    ] as const) {
      const block = secondOf('The current code is:', search, 'Updated:', replace);
      const plan = planFile(block === undefined ? [] : [{ ...block, info: '' }], { path, text });
      const kept = text.split('\n')[0] ?? '';
      assert.ok(plan.kind !== 'change' || plan.after.includes(kept), `${path}: ${JSON.stringify(plan)}`);
    }
  });

  it('does not replace a whole declaration with a part of its body', () => {
    const declaration = file.slice(0, file.indexOf('\n\n'));
    assert.equal(plannedLast('Change this:', declaration, 'to this:', newLines), undefined);
  });

  it('inserts, and does not replace, new code that belongs beside the first block', () => {
    const search = file.slice(0, file.indexOf('\n\n'));
    for (const [before, between] of [
      ['Find this function:', 'And after it insert:'],
      ['Locate `load`:', 'After `load` add:'],
      ['Find the existing function `load`:', 'New function below it:'],
      ['Update the `load` function:', 'New helper:'],
      ['Update `load`:', 'With this helper:'],
      ['Before:', 'After:'],
    ] as const) {
      const planned = plannedLast(before, search, between, 'function find(id) {\n  return load(id);\n}');
      assert.ok(planned === undefined || planned.includes('function load('), between);
    }
  });

  it('gives each block at most one block to replace, and thus bounds the text of a chain of pairs', () => {
    const one = 'Replace it with old:\n\n```js\na();\n```\n\n';
    const blocks = divideAll(one.repeat(4)).map(({ parts }) => parts[0]?.block);
    assert.deepEqual(
      blocks.map((block) => block?.before.includes('Replace')),
      [true, true, true, true],
    );
    assert.ok(blocks.every((block) => (block?.before.length ?? 0) <= 2 * one.length));
  });

  it('does not replace code with a mark for code that stays', () => {
    const part = `  // ... existing code ...\n${newLines}`;
    const planned = plannedLast('Change this:', oldLines, 'to this:', part);
    assert.ok(planned === undefined || !planned.includes('existing code'));
  });
});

function replyOf(before: string, search: string, between: string, replace: string): string {
  return `${before}\n\n\`\`\`js\n${search}\n\`\`\`\n\n${between}\n\n\`\`\`js\n${replace}\n\`\`\`\n`;
}

function secondOf(before: string, search: string, between: string, replace: string) {
  return divideAll(replyOf(before, search, between, replace))[1]?.parts[0]?.block;
}

/** Returns what the second block makes of the file; undefined if its place is not certain. */
function plannedLast(before: string, search: string, between: string, replace: string, text = file) {
  const block = secondOf(before, search, between, replace);
  const plan = planFile(block === undefined ? [] : [block], { path: 'src/store.js', text });
  return plan.kind === 'change' ? plan.after : undefined;
}
