import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openableLink, openLink } from '../../../../src/vscode/panel/openLink.ts';

describe('openableLink', () => {
  for (const url of [
    'https://a.example/b?c=d#e',
    'http://a.example:8080/',
    'http://127.0.0.1/',
    'https://xn--bcher-kva.example/',
    'mailto:a@b.example?subject=c',
  ]) {
    it(`allows ${url}`, () => assert.equal(openableLink(url), url));
  }

  it('normalizes URLs', () => {
    assert.equal(openableLink('HTTPS://A.Example'), 'https://a.example/');
    assert.equal(openableLink('https://bücher.example/'), 'https://xn--bcher-kva.example/');
    assert.equal(openableLink('https://a.example\\@b.example/'), 'https://a.example/@b.example/');
  });

  const refused = [
    'https://user@a.example/',
    'https://user:secret@a.example/',
    'https://trusted.example@a.example/',
    'https://trusted.example%2f@a.example/',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'command:workbench.action.terminal.new',
    'file:///etc/passwd',
    'vscode:extension/a.b',
    'vscode-insiders://a.b/c',
    'vscode-remote://a/b',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://a.example/b',
    'view-source:https://a.example',
    'ftp://a.example',
    'ssh://a.example',
    'tel:110',
    './README.md',
    '/etc/passwd',
    '../../..',
    '#part',
    '?query',
    '//a.example/b',
    '\\\\a.example\\b',
    'a.example',
    'https://',
    'https:///',
    '',
  ];
  for (const url of refused) {
    it(`refuses ${JSON.stringify(url)}`, () => assert.equal(openableLink(url), undefined));
  }
});

describe('openLink', () => {
  it('passes the URL to VS Code as text, so that VS Code does not decode it', async () => {
    const opened: unknown[] = [];
    Object.assign(vscode.env, { openExternal: async (target: unknown) => Promise.resolve(opened.push(target) > 0) });
    await openLink('https://a.example/?q=c%2B%2B%26x%3D1#a%23b');
    await openLink('command:a');
    assert.deepEqual(opened, ['https://a.example/?q=c%2B%2B%26x%3D1#a%23b']);
  });

  it('resolves with false if VS Code does not open the link, for example because the user cancels its question', async () => {
    for (const isOpened of [true, false]) {
      Object.assign(vscode.env, { openExternal: async () => Promise.resolve(isOpened) });
      assert.equal(await openLink('https://a.example/'), isOpened);
    }
    assert.equal(await openLink('command:a'), false);
  });
});
