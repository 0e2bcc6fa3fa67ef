import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import type { Change } from '../../../../src/vscode/apply/change.ts';
import { createReviewChanges } from '../../../../src/vscode/apply/reviewChanges.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';
import { directPlanner } from '../../apply/directPlanner.ts';
import { inRussian } from '../inRussian.ts';

describe('createReviewChanges', () => {
  const cleanUp = cleanUpAfterEach();
  let warnings: string[] = [];

  beforeEach(() => {
    warnings = [];
    const { showWarningMessage } = vscode.window;
    const record = async (message: string) => Promise.resolve(void warnings.push(message));
    Object.assign(vscode.window, { showWarningMessage: record });
    cleanUp(() => Object.assign(vscode.window, { showWarningMessage }));
  });

  /** Resolves with the only change that a review of the reply proposes. All names of the reply mean the same new file. */
  async function reviewed(text: string, path = 'made.md'): Promise<Change | undefined> {
    let proposed: Change | undefined;
    const uri = vscode.Uri.file(`/${path}`);
    const review = createReviewChanges({
      planner: { ...directPlanner, forClick: () => directPlanner },
      proposals: {
        find: () => undefined,
        inTurn: async (operation) => operation(),
        propose: async (change) => Promise.resolve(void (proposed = change)),
        proposeAll: async () => Promise.reject(new Error('Several files were proposed.')),
      },
      hostileFiles: { needsQuestion: async () => Promise.resolve(false) },
      files: { unnamedFile: () => uri, find: async () => Promise.resolve({ uri, path, isNew: true }) },
    });
    await review({ id: 'reply', text, attachedFiles: [] });
    return proposed;
  }

  it('states a block once, even if it is a diff with many parts for the same file', async () => {
    const part = (name: string, hunk: string) => `--- a/${name}\n+++ b/${name}\n@@\n${hunk}`;
    const diff = part('made.md', '+one\n') + part('made.md', ' one\n+two\n') + part('./made.md', ' two\n+three\n');
    const change = await reviewed(`\`\`\`diff\n${diff}\`\`\`\n`);
    assert.equal(change?.after, 'one\ntwo\nthree\n');
    assert.deepEqual(change.blocks, [`reply\n${diff.trimEnd()}`]);
  });

  it('names the changes of a file that are not included, and contains the others', async () => {
    const block = (code: string) => `\`\`\`js\n${code}\n\`\`\`\n`;
    const one = (name: string, value: number) => `function ${name}() {\n  return ${value};\n}`;
    const file = `${one('a', 1)}\n\n${one('b', 1)}`;
    const change = await reviewed(block(file) + block(one('c', 1)), 'made.js');
    assert.equal(change?.after, `${file}\n`);
    assert.deepEqual(change.blocks, [`reply\n${file}`]);
    assert.deepEqual(warnings, [
      'Not everything is included. 1 change in made.js isn’t included. It isn’t certain where this code belongs in made.js. Select the lines that it replaces and apply it again. Use “Apply to editor” on the block instead.',
    ]);
    assert.equal(await change.planAgain(''), change.after);
    // Here, the other change is certain.
    assert.equal(await change.planAgain(`${file}\n\n${one('c', 2)}\n`), undefined);
  });

  it('names the files that are not included, with the reason and another way to apply their code', async () => {
    await reviewed('In `a.ts`:\n```ts\na\u200b();\n```\nand then:\n```ts\nb();\n```\n');
    await reviewed('In `a.ts`:\n```ts\na();\n');
    assert.deepEqual(warnings, [
      'Not everything is included. The code of a.ts contains hidden characters. The reply doesn’t say to which file a block of code belongs. Use “Apply to editor” on the block instead.',
      'Not everything is included. The reply ends within the code of a.ts. Continue the reply first.',
    ]);
  });

  it('contains commands for a shell only if they can belong in the file, which is a script', async () => {
    const block = '```bash\ncheck() {\n  test -d "$1"\n}\n```\n';
    assert.equal((await reviewed(block, 'backup.sh'))?.after, 'check() {\n  test -d "$1"\n}\n');
    assert.equal(await reviewed(block, 'made.ts'), undefined);
  });

  it('counts what is not included in the plural form of the language', async () => {
    inRussian(cleanUp);
    const block = (code: string) => `\`\`\`js\n${code}\n\`\`\`\n`;
    const one = (name: string, value: number) => `function ${name}() {\n  return ${value};\n}`;
    const file = `${one('a', 1)}\n\n${one('b', 1)}`;
    await reviewed([file, one('c', 1), one('d', 1)].map(block).join(''), 'made.js');
    const names = Array.from({ length: 55 }, (_, index) => `\`\`\`js a${index}.js\nlet a${index};\n\`\`\`\n`);
    await reviewed(names.join('\n'), 'made.js');
    assert.match(warnings[0]!, /2 changes in made\.js aren’t included\. \[few\]/);
    assert.match(warnings[1]!, /The reply names 55 files\. Only the first 50 are shown\. \[many\]/);
  });
});
