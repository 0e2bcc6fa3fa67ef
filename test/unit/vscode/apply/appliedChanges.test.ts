import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import { hashOf } from '../../../../src/common/text/hashOf.ts';
import { createAppliedChanges, type AppliedChange } from '../../../../src/vscode/apply/appliedChanges.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';

describe('createAppliedChanges', () => {
  const cleanUp = cleanUpAfterEach();

  beforeEach(() => {
    const event = () => ({ dispose: () => undefined });
    Object.assign(vscode.workspace, { onDidChangeTextDocument: event, onDidDeleteFiles: event });
    cleanUp(() => Object.assign(vscode.workspace, { onDidChangeTextDocument: undefined, onDidDeleteFiles: undefined }));
  });

  const change = (...blocks: readonly string[]): AppliedChange => ({
    ...{ uri: vscode.Uri.file('/a.ts'), isCreated: false, before: 'a', after: 'b', blocks },
  });

  it('returns each key once, and no keys of removed changes', () => {
    const applied = createAppliedChanges();
    const removed = change('a', 'c');
    for (const each of [change('a', 'b'), removed, change('b')]) applied.add(each);
    applied.remove(removed);
    assert.deepEqual(applied.keys(), ['a', 'b'].map(hashOf));
  });

  it('hashes the blocks only when a change is added', () => {
    const applied = createAppliedChanges();
    const blocks = ['a'];
    applied.add({ ...change(), blocks });
    blocks[0] = 'b';
    assert.deepEqual(applied.keys(), [hashOf('a')]);
  });
});
