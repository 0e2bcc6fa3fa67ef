import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createSetupActions } from '../../../../src/vscode/connection/setupActions.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';
import { FakeInputBox } from '../fakeInputBox.ts';

describe('createSetupActions', () => {
  const cleanUp = cleanUpAfterEach();

  it('says why VS Code could not save the base URL, opens the settings, and keeps the URL for the next try until the setting changes', async () => {
    const { window, workspace, commands } = vscode;
    const [originalWindow, originalWorkspace, originalCommands] = [{ ...window }, { ...workspace }, { ...commands }];
    const boxes: FakeInputBox[] = [];
    const shown: string[] = [];
    const opened = Promise.withResolvers<string>();
    let canWrite = false;
    let baseUrl = '';
    const saved: string[] = [];
    const reason = 'Unable to write into user settings. Please open the user settings to correct errors in it.';
    Object.assign(window, {
      createInputBox: () => {
        const box = new FakeInputBox();
        boxes.push(box);
        return box;
      },
      showErrorMessage: async (sentence: string, button: string) => Promise.resolve(shown.push(sentence) > 0 && button),
    });
    const update = async (_name: string, value: string) => {
      if (!canWrite) throw new Error(reason);
      return Promise.resolve(saved.push(value));
    };
    Object.assign(workspace, { getConfiguration: () => ({ update }) });
    Object.assign(commands, {
      executeCommand: async (command: string) => Promise.resolve(command).then(opened.resolve),
    });
    cleanUp(() => {
      Object.assign(window, originalWindow);
      Object.assign(workspace, originalWorkspace);
      Object.assign(commands, originalCommands);
    });
    const told: string[] = [];
    const actions = createSetupActions(
      { environment: {}, apiKeys: { get: async () => Promise.resolve('key') } } as never,
      () => ({ baseUrl }) as never,
      { tell: ({ sentence }) => void told.push(sentence()), dismiss: () => undefined },
      { text: '' },
      () => assert.fail('Unexpected call.'),
    );

    const first = actions.changeBaseUrl();
    boxes[0]!.type('https://api.example.com/v1');
    boxes[0]!.pressEnter();
    await first;
    assert.deepEqual(shown, [`The base URL couldn’t be saved. ${reason}`]);
    assert.equal(await opened.promise, 'workbench.action.openSettingsJson');
    assert.deepEqual(told, []);

    baseUrl = 'https://corrected.example/v1';
    const afterCorrection = actions.changeBaseUrl();
    assert.equal(boxes[1]!.value, baseUrl);
    boxes[1]!.escape();
    await afterCorrection;
    baseUrl = '';

    canWrite = true;
    const second = actions.changeBaseUrl();
    assert.equal(boxes[2]!.value, 'https://api.example.com/v1');
    boxes[2]!.pressEnter();
    await second;
    assert.deepEqual(saved, ['https://api.example.com/v1']);
    const third = actions.changeBaseUrl();
    assert.equal(boxes[3]!.value, '');
    boxes[3]!.escape();
    await third;
  });
});
