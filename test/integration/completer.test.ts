import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { CompletionKind } from '../../src/common/protocol/draftProtocol.ts';
import type { ToWebviewMessage } from '../../src/common/protocol/protocol.ts';
import { createCompleter } from '../../src/vscode/context/completer.ts';
import type { ContextAdder } from '../../src/vscode/context/contextAdder.ts';
import type { PromptSetting } from '../../src/vscode/settings/settings.ts';

describe('Completer', () => {
  const add = async () => Promise.reject(new Error('This test adds no attachment.'));
  const adder: ContextAdder = {
    settled: add,
    add,
    addRead: add,
    addFiles: add,
    addDropped: add,
    addPasted: add,
    addChosen: add,
  };

  async function complete(kind: CompletionKind, query: string, prompts: readonly PromptSetting[] = []) {
    const posted: ToWebviewMessage[] = [];
    const completer = createCompleter(
      adder,
      () => ({ prompts, excludedGlobs: [] }),
      (message) => posted.push(message),
      { withSelection: () => assert.fail('This test picks no prompt.') },
      () => assert.fail('This test picks no prompt.'),
    );
    await completer.complete('1', kind, query);
    const last = posted.at(-1);
    assert.ok(last?.type === 'didComplete');
    return last.items;
  }

  it('shortens the names and containers of symbols', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder !== undefined);
    const location = new vscode.Location(vscode.Uri.joinPath(folder.uri, 'a.ts'), new vscode.Position(0, 0));
    const long = `longSymbol${'x'.repeat(100_000)}`;
    const provider = vscode.languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: () => [new vscode.SymbolInformation(long, vscode.SymbolKind.Class, long, location)],
    });
    try {
      const symbol = (await complete('context', 'longSymbol')).find(({ icon }) => icon === 'symbol-class');
      assert.match(symbol?.label ?? '', /^longSymbolx+…x+$/);
      assert.equal(symbol?.label.length, 120);
    } finally {
      provider.dispose();
    }
  });

  it('offers to choose files if nothing matches, but only after symbols were searched', async () => {
    const [choose, ...others] = await complete('context', 'qqqzzzxxx');
    assert.deepEqual(others, []);
    assert.deepEqual([choose?.label, choose?.detail, choose?.isFallback], ['Choose files…', 'No results', true]);
  });

  it('shortens the first line of a prompt', async () => {
    const [prompt] = await complete('prompt', 'Long', [
      { name: 'Long', text: 'x'.repeat(50_000), isFromWorkspace: true },
    ]);
    assert.equal(prompt?.detail, `From this workspace: ${'x'.repeat(199)}…`);
  });
});
