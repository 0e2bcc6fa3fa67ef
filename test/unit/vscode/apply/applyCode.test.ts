import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import { createApplyCode } from '../../../../src/vscode/apply/applyCode.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';
import { directPlanner } from '../../apply/directPlanner.ts';
import { inRussian } from '../inRussian.ts';

describe('createApplyCode', () => {
  const cleanUp = cleanUpAfterEach();
  let messages: (readonly string[])[] = [];
  let inserted: string[] = [];
  /** The path of the file in the target editor. */
  let shown = '';
  /** Returns the choice of the user in the message that is shown. */
  let choose: (choices: readonly string[]) => string | undefined = () => undefined;

  beforeEach(() => {
    [messages, inserted] = [[], []];
    // Code for a read-only file cannot be applied.
    const { fs } = vscode.workspace;
    Object.assign(vscode.workspace, { fs: { isWritableFileSystem: () => false } });
    const { showWarningMessage } = vscode.window;
    const answer = async (...message: readonly string[]) => {
      messages.push(message);
      return Promise.resolve(choose(message));
    };
    Object.assign(vscode.window, { showWarningMessage: answer });
    cleanUp(() => {
      Object.assign(vscode.window, { showWarningMessage });
      Object.assign(vscode.workspace, { fs });
    });
  });

  async function apply(reply: string, code: string, isReplyComplete = true): Promise<void> {
    const unused = () => {
      throw new Error('The code was applied.');
    };
    const applyCode = createApplyCode({
      planner: { ...directPlanner, forClick: () => directPlanner },
      proposals: { inTurn: unused } as never,
      hostileFiles: { confirmShow: unused },
      targetEditor: {
        current: () => ({ document: { uri: vscode.Uri.file(shown) } }) as vscode.TextEditor,
        withSelection: () => undefined,
      },
      files: {
        unnamedFile: () => undefined,
        find: async () => Promise.resolve({ uri: vscode.Uri.file('/work/cart.ts'), path: 'cart.ts', isNew: false }),
      },
      codeActions: { insert: async (text: string) => Promise.resolve(void inserted.push(text)) } as never,
      cancelled: async () => Promise.resolve(),
      reportError: (error) => {
        throw error;
      },
    });
    await applyCode({ code, id: 'block', info: 'ts', reply, isReplyComplete, attachedFiles: [] });
    await new Promise(setImmediate);
  }

  const code = '// cart.ts\nlet a;';
  const reply = `\`\`\`ts\n${code}\n\`\`\`\n`;

  it('offers to insert code only into the file that it belongs to, without the line that names the file', async () => {
    shown = '/work/shop.ts';
    await apply(reply, code);
    assert.deepEqual(messages, [['cart.ts is read-only.', 'New File', 'Copy']]);
    shown = '/work/cart.ts';
    choose = ([, first]) => first;
    await apply(reply, code);
    assert.deepEqual(messages.at(-1), ['cart.ts is read-only.', 'Insert at Cursor', 'New File', 'Copy']);
    assert.deepEqual(inserted, ['let a;']);
  });

  it('asks again instead of inserting code if another file is shown meanwhile', async () => {
    shown = '/work/cart.ts';
    choose = (choices) => {
      shown = '/work/shop.ts';
      return choices.find((choice) => choice === 'Insert at Cursor');
    };
    await apply(reply, code);
    assert.deepEqual(messages.at(-1), ['cart.ts is read-only.', 'New File', 'Copy']);
    assert.equal(messages.length, 2);
    assert.deepEqual(inserted, []);
  });

  it('does not offer to insert code that is cut off, if the reply names its file', async () => {
    choose = () => undefined;
    await apply(reply.replace(/```\n$/, ''), code, false);
    assert.deepEqual(messages.at(-1)?.slice(1), ['New File', 'Copy']);
    await apply('```ts\nlet a;', 'let a;', false);
    assert.deepEqual(messages.at(-1)?.slice(1), ['Insert at Cursor', 'New File', 'Copy']);
  });

  it('counts the files of a diff that changes too many files in the plural form of the language', async () => {
    inRussian(cleanUp);
    const diff = (files: number) =>
      Array.from({ length: files }, (_, i) => `--- a/f${i}.ts\n+++ b/f${i}.ts\n@@ -1 +1 @@\n-a\n+b`).join('\n');
    const lastMessage = async (files: number) => {
      await apply(`\`\`\`diff\n${diff(files)}\n\`\`\`\n`, diff(files));
      return messages.at(-1);
    };
    assert.deepEqual(await lastMessage(11), ['The diff changes 11 files. Only the first 10 are shown. [many]']);
    assert.deepEqual(await lastMessage(22), ['The diff changes 22 files. Only the first 10 are shown. [few]']);
  });
});
