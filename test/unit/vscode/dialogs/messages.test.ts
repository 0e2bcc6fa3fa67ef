import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const sourceFolder = path.join(import.meta.dirname, '../../../../src');

describe('Notifications', () => {
  it('are shown only by the functions in src/vscode/dialogs, which break links', () => {
    const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
      .map((file) => file.split(path.sep).join('/'))
      .filter((file) => file.endsWith('.ts'));
    const callers = files.filter((file) =>
      /\bshow(?:Information|Warning|Error)Message\b|\bwindow\s*\.withProgress\b/.test(
        readFileSync(path.join(sourceFolder, file), 'utf8'),
      ),
    );
    assert.deepEqual(callers.toSorted(), ['vscode/dialogs/messages.ts', 'vscode/dialogs/progress.ts']);
  });
});
