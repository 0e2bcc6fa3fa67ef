import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { documentAttachment } from '../../../../src/vscode/context/documentAttachment.ts';
import { openAttachment } from '../../../../src/vscode/context/fileAttachment.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';

describe('the attachment of a document', () => {
  const cleanUp = cleanUpAfterEach();

  /** Replaces properties of an object until the test has ended. */
  function replace(target: object, properties: object): void {
    const before = Object.fromEntries(Object.keys(properties).map((key) => [key, Reflect.get(target, key) as unknown]));
    Object.assign(target, properties);
    cleanUp(() => Object.assign(target, before));
  }

  const uriOf = (scheme: string, end = '', authority = '') => {
    const uri = { scheme, authority, path: '/work/src/multi.ts', toString: () => `${scheme}:/work/src/multi.ts${end}` };
    return uri as unknown as vscode.Uri;
  };
  const attach = (uri: vscode.Uri) =>
    documentAttachment({ uri, languageId: 'typescript' } as vscode.TextDocument, {
      startLine: 1,
      endLine: 1,
      code: 'a',
    });

  const writable: Record<string, boolean> = { file: true, git: false, memfs: true, walkThrough: true };

  beforeEach(() => {
    replace(vscode.workspace, {
      fs: { isWritableFileSystem: (scheme: string) => writable[scheme] },
      getWorkspaceFolder: ({ scheme }: vscode.Uri) => (scheme === 'file' ? {} : undefined),
      notebookDocuments: [],
      asRelativePath: ({ path }: vscode.Uri) => path.replace('/work/', ''),
    });
  });

  it('names the version if the document is not the file itself', () => {
    for (const scheme of ['git', 'clipboardCompare']) assert.equal(attach(uriOf(scheme)).path, `multi.ts (${scheme})`);
    assert.equal(attach(uriOf('walkThrough', '', 'tally-proposed')).path, 'multi.ts (tally-proposed)');
    assert.equal(attach(uriOf('clipboardCompare12')).path, 'multi.ts (clipboardCompare)');
  });

  it('names no version of a file, an untitled file, a notebook cell, and a file of another computer', () => {
    assert.equal(attach(uriOf('file')).path, 'src/multi.ts');
    for (const scheme of ['untitled', 'vscode-notebook-cell', 'vscode-vfs', 'vscode-remote', 'memfs', 'output'])
      assert.equal(attach(uriOf(scheme)).path, 'multi.ts', scheme);
  });

  it('names the cell of a notebook, and the version of the notebook', () => {
    const notebook = (scheme: string, ...fragments: readonly string[]) => {
      const uris = fragments.map((fragment) => uriOf('vscode-notebook-cell', fragment));
      return { uri: uriOf(scheme), uris, getCells: () => uris.map((uri, index) => ({ index, document: { uri } })) };
    };
    const [file, old] = [notebook('file', '#W0', '#W1'), notebook('git', '#W0sZ2l0')];
    replace(vscode.workspace, { notebookDocuments: [notebook('file'), file, old] });
    const names = [...file.uris, ...old.uris].map((uri) => attach(uri).path);
    assert.deepEqual(names, ['multi.ts, cell 1', 'multi.ts, cell 2', 'multi.ts (git), cell 1']);
  });

  it('is opened in a tab that names the version', async () => {
    const opened: unknown[] = [];
    replace(vscode.commands, { executeCommand: async (...given: unknown[]) => Promise.resolve(opened.push(given[3])) });
    replace(vscode.window, { showTextDocument: async () => Promise.resolve(opened.push('file')) });
    replace(vscode.Uri, { parse: (uri: string) => uriOf(uri.slice(0, uri.indexOf(':'))) });
    await openAttachment(attach(uriOf('git')));
    await openAttachment(attach(uriOf('file')));
    assert.deepEqual(opened, ['multi.ts (git)', 'file']);
  });
});
