import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createConversationHandlers } from '../../../../src/vscode/panel/conversationHandlers.ts';

describe('createConversationHandlers', () => {
  it('takes the focus if VS Code does not open a link, but not if another program shows the link', async () => {
    let taken = 0;
    const unused = {} as never;
    const takeFocus = async () => Promise.resolve(void (taken += 1));
    const { openLink } = createConversationHandlers(unused, unused, unused, unused, unused, unused, takeFocus);
    for (const isOpened of [true, false]) {
      Object.assign(vscode.env, { openExternal: async () => Promise.resolve(isOpened) });
      await openLink({ type: 'openLink', url: 'https://a.example/' });
      assert.equal(taken, isOpened ? 0 : 1);
    }
  });
});
