import assert from 'node:assert/strict';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import type { ToWebviewMessage } from '../../../../src/common/protocol/protocol.ts';
import { createCompleter, type Completer } from '../../../../src/vscode/context/completer.ts';
import type { ContextAdder } from '../../../../src/vscode/context/contextAdder.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';

describe('Completer in a workspace without files', () => {
  const cleanUp = cleanUpAfterEach();
  let symbols: PromiseWithResolvers<readonly unknown[]>;
  let searched: PromiseWithResolvers<void>;
  let posted: (readonly string[])[];
  let completer: Completer;

  beforeEach(() => {
    symbols = Promise.withResolvers();
    searched = Promise.withResolvers();
    posted = [];
    const { executeCommand } = vscode.commands;
    Object.assign(vscode.commands, {
      executeCommand: async () => {
        searched.resolve();
        return symbols.promise;
      },
    });
    cleanUp(() => Object.assign(vscode.commands, { executeCommand }));
    mock.timers.enable({ apis: ['setTimeout'] });
    cleanUp(() => mock.timers.reset());
    const unused = async () => Promise.reject(new Error('These tests attach nothing.'));
    const adder: ContextAdder = {
      settled: unused,
      add: unused,
      addRead: unused,
      addFiles: unused,
      addDropped: unused,
      addPasted: unused,
      addChosen: unused,
    };
    const post = (message: ToWebviewMessage) => {
      assert.ok(message.type === 'didComplete');
      posted.push(message.items.map(({ label }) => label));
    };
    const settings = () => ({ prompts: [], excludedGlobs: [] });
    completer = createCompleter(adder, settings, post, { withSelection: () => undefined }, () => undefined);
  });

  it('offers to choose files if the search for symbols takes longer than 2 seconds', async () => {
    const completed = completer.complete('1', 'context', 'total');
    await searched.promise;
    assert.deepEqual(posted, [[]]);
    mock.timers.tick(2_000);
    // Handles all settled promises.
    await new Promise(setImmediate);
    assert.deepEqual(posted, [[], ['Choose files…']]);
    symbols.resolve([]);
    await completed;
    assert.equal(posted.length, 2);
  });

  it('offers to edit the prompts if no prompt matches, unless the word is a path', async () => {
    for (const [index, word] of ['zzzz', 'etc/hosts'].entries()) await completer.complete(`${index}`, 'prompt', word);
    assert.deepEqual(posted, [['Edit prompts…'], []]);
  });

  it('offers to choose files if the search for symbols fails, and rejects', async () => {
    const completed = completer.complete('1', 'context', 'total');
    symbols.reject(new Error('failed'));
    await assert.rejects(completed, /failed/);
    assert.deepEqual(posted, [[], ['Choose files…']]);
  });
});
