import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { askForBaseUrl } from '../../../../src/vscode/connection/setupInputs.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';
import { FakeInputBox } from '../fakeInputBox.ts';

describe('askForBaseUrl', () => {
  const cleanUp = cleanUpAfterEach();

  function openInput() {
    const { createInputBox } = vscode.window;
    cleanUp(() => Object.assign(vscode.window, { createInputBox }));
    const box = new FakeInputBox();
    Object.assign(vscode.window, { createInputBox: () => box });
    return { box, answer: askForBaseUrl('') };
  }

  it('says that a pasted API key is not the base URL, without showing any of the key', async () => {
    const { box, answer } = openInput();
    for (const text of ['sk-abc', 'Bearer abc', 'a-made-up-key-with-a.dot-1']) {
      box.type(text);
      assert.equal(box.validationMessage, 'This looks like an API key. First enter the service’s base URL.');
    }
    box.escape();
    await answer;
  });

  it('asks for https instead of a mistyped scheme, and gives the reason against http', async () => {
    const { box, answer } = openInput();
    for (const text of ['htps://api.example.com/v1', 'ftp://api.example.com/v1']) {
      box.type(text);
      assert.equal(
        box.validationMessage,
        'The base URL must begin with https://. Check the beginning for a typing error.',
      );
    }
    box.type('http://api.example.com/v1');
    assert.match(String(box.validationMessage), /^Only https is allowed/);
    box.escape();
    await answer;
  });

  it('shows which URL it takes from a copied line, and resolves with this URL', async () => {
    const { box, answer } = openInput();
    box.type('export OPENAI_BASE_URL="https://api.example.com/v1"');
    assert.deepEqual(box.validationMessage, {
      message: 'This base URL will be used: https://api.example.com/v1',
      severity: vscode.InputBoxValidationSeverity.Info,
    });
    box.pressEnter();
    assert.deepEqual(await answer, { baseUrl: 'https://api.example.com/v1', origin: 'https://api.example.com' });
  });
});
