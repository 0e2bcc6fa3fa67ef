import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startStandIn, type StandIn } from '../standIn/standIn.ts';
import { globalDispatchers, tallyExtension, useServiceOfEnvironment } from './tallyExtension.ts';

const source = ['function add(a, b) {', '  return a + b;', '}', '', 'const fence = "```";', ''].join('\n');

describe('Explain Selection', () => {
  let standIn: StandIn;

  before(async () => {
    await tallyExtension().activate();
    standIn = await startStandIn({ rate: Infinity });
    process.env['TALLY_BASE_URL'] = standIn.baseUrl;
    process.env['TALLY_API_KEY'] = standIn.apiKey;
    await useServiceOfEnvironment();
  });

  after(async () => {
    delete process.env['TALLY_BASE_URL'];
    delete process.env['TALLY_API_KEY'];
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await standIn.close();
  });

  const open = async (selection: vscode.Selection) => {
    const document = await vscode.workspace.openTextDocument({ language: 'javascript', content: source });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = selection;
  };

  it('sends only the selected lines of the code, with the file name and the line numbers', async () => {
    await open(new vscode.Selection(0, 0, 2, 1));
    await vscode.commands.executeCommand('tally.explainSelection');
    const { body, headers } = await standIn.nextRequest();
    const name = vscode.window.activeTextEditor?.document.fileName ?? '';
    assert.deepEqual(JSON.parse(body), {
      stream: true,
      messages: [
        {
          role: 'user',
          content: `Explain this code.\n\n${name}, lines 1-3:\n\n\`\`\`javascript\nfunction add(a, b) {\n  return a + b;\n}\n\`\`\``,
        },
      ],
    });
    assert.equal(headers.authorization, `Bearer ${standIn.apiKey}`);
  });

  it('puts code that contains three backticks into a code fence of four backticks', async () => {
    await open(new vscode.Selection(4, 0, 5, 0));
    await vscode.commands.executeCommand('tally.explainSelection');
    const { body } = await standIn.nextRequest();
    assert.match(body, /line 5:\\n\\n````javascript\\nconst fence = \\"```\\";\\n````/);
  });

  it('shows a warning, and sends and adds nothing, if more than 20 pieces are selected', async () => {
    await open(new vscode.Selection(0, 0, 0, 1));
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor !== undefined);
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), 'a\n'.repeat(21)));
    editor.selections = Array.from({ length: 21 }, (_, line) => new vscode.Selection(line, 0, line, 1));
    const warnings = await warningsDuring(async () => {
      await vscode.commands.executeCommand('tally.explainSelection');
      await vscode.commands.executeCommand('tally.addSelection');
    });
    const warning = 'The selection has too many parts: 21. The maximum is 20.';
    assert.deepEqual(warnings, [warning, warning]);
    assert.equal(standIn.requests.length, 2);
  });

  it('shows a warning, and sends and adds nothing, if more than 1 MB is selected', async () => {
    await open(new vscode.Selection(0, 0, 0, 1));
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor !== undefined);
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), `${'a'.repeat(600_000)}\n`.repeat(2)));
    editor.selections = [0, 1].map((line) => new vscode.Selection(line, 0, line, 600_000));
    const before = standIn.requests.length;
    const warnings = await warningsDuring(async () => {
      await vscode.commands.executeCommand('tally.explainSelection');
      await vscode.commands.executeCommand('tally.addSelection');
    });
    const warning = 'The selection is larger than 1 MB. Select only the part that you need.';
    assert.deepEqual(warnings, [warning, warning]);
    assert.equal(standIn.requests.length, before);
  });

  it('has not changed undici’s global dispatchers after the tests above have sent requests', () => {
    const { before, now } = globalDispatchers();
    assert.equal(now[0] === before[0] && now[1] === before[1], true);
  });

  it('sends nothing without a selection', async () => {
    await open(new vscode.Selection(1, 4, 1, 4));
    const before = standIn.requests.length;
    await vscode.commands.executeCommand('tally.explainSelection');
    assert.equal(standIn.requests.length, before);
  });

  it('sends the same session id with two requests, and another id after the command New Session', async () => {
    await open(new vscode.Selection(0, 0, 2, 1));
    await vscode.commands.executeCommand('tally.explainSelection');
    const first = await standIn.nextRequest();
    await vscode.commands.executeCommand('tally.explainSelection');
    const second = await standIn.nextRequest();
    assert.equal(second.sessionId, first.sessionId);
    assert.match(first.sessionId ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);

    await vscode.commands.executeCommand('tally.newSession');
    await open(new vscode.Selection(0, 0, 2, 1));
    await vscode.commands.executeCommand('tally.explainSelection');
    const third = await standIn.nextRequest();
    assert.notEqual(third.sessionId, first.sessionId);
  });
});

/** Returns the texts of the warnings that the extension shows while `run` runs. */
async function warningsDuring(run: () => Promise<void>): Promise<readonly string[]> {
  const { window } = vscode;
  const { showWarningMessage } = window;
  const warnings: string[] = [];
  try {
    // This module is in the extension's folder. VS Code therefore gives it the same `window` as the extension.
    Object.assign(window, { showWarningMessage: async (text: string) => Promise.resolve(void warnings.push(text)) });
    await run();
  } finally {
    Object.assign(window, { showWarningMessage });
  }
  return warnings;
}
