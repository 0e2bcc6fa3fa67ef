import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { startNewSession } from '../hosts/startNewSession.ts';
import type { Script } from '../standIn/script.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { pressEscapeUntil } from './pressEscapeUntil.ts';
import { sendMessage, submit } from './submit.ts';
import { untilValue } from './untilValue.ts';

const code = 'const a = 1;\n\n  const b = "<&>";';
const reply = `Some code:

\`\`\`js
${code}
\`\`\`

A [link](https://example.com/a) and ![a picture](https://example.com/b.png).`;

const mixedReply = `# All of it

| Way | Cost |
|:----|-----:|
| loop | $O(n)$ |
| ~~formula~~ | **1** |

- [ ] to do
- [x] done

1. Code:

   \`\`\`ts
   const answer: number = 42;
   \`\`\`

2. See [the page](https://a.example/page) or https://b.example, ![a cat](https://c.example/cat.png), [never](javascript:alert(1)).

\`\`\`mermaid
graph TD
  A --> B
\`\`\`

<img src="https://d.example/x.png" onerror="alert(1)"> <script>alert(2)</script>

$$
\\int_0^1 \\sqrt{x} \\, dx = \\frac{2}{3}
$$

From $5 to $10.
`;

describe('The panel in VS Code', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;
  let box: Locator;
  const problems: string[] = [];
  const outside: string[] = [];

  before(async () => {
    tally = await startInstalledTally();
    const { workbench } = tally;
    workbench.page.on('console', (message) => {
      const fromPanel =
        message.location().url.includes('tally-chat') || /Content Security Policy/i.test(message.text());
      // VS Code's own frame around the panel causes this warning.
      const isKnown = message.text().includes('can escape its sandboxing');
      if (fromPanel && !isKnown && ['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    workbench.context.on('request', (request) => {
      if (new URL(request.url()).hostname === 'example.com') outside.push(request.url());
    });
    await workbench.openFile(tally.sourceFile);
    panel = await workbench.openPanel();
    box = panel.getByRole('textbox', { name: 'Message' });
    await tally.setKey();
    // Empties the message box. It may contain a part of a command title, because the panel may take the focus while the
    // title is typed into the command palette.
    await box.fill('');
  });

  disposeAfterAll(() => tally);

  it('undoes and redoes typing without changing the editor', async () => {
    const { page } = tally.workbench;
    await box.click();
    await page.keyboard.type('one');
    await page.keyboard.press('Control+Z');
    assert.equal(await box.inputValue(), '');
    await page.keyboard.press('Control+Y');
    assert.equal(await box.inputValue(), 'one');
    await page.keyboard.press('Control+Z');
    await page.keyboard.press('Control+Shift+Z');
    assert.equal(await box.inputValue(), 'one');
    assert.equal(await page.locator('.tab.active.dirty').count(), 0);
    await box.fill('');
  });

  it('keeps the draft while the side bar is hidden', async () => {
    const { workbench } = tally;
    await box.fill('half a thought');
    await workbench.runCommand('View: Toggle Secondary Side Bar Visibility');
    await workbench.page.locator('.part.auxiliarybar').waitFor({ state: 'hidden' });
    await workbench.runCommand('View: Toggle Secondary Side Bar Visibility');
    await workbench.panel();
    await untilValue(box, 'half a thought');
    await box.fill('');
  });

  it('has the focus in the message box after Open Chat opened the hidden side bar, even on a slow computer', async () => {
    const { page, context } = tally.workbench;
    const devTools = await context.newCDPSession(page);
    await box.click();
    await tally.workbench.runCommand('View: Hide Secondary Side Bar');
    await page.locator('.part.auxiliarybar').waitFor({ state: 'hidden' });
    try {
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      await tally.workbench.runCommand('Tally: Open Chat');
      await box.and(panel.locator(':focus')).waitFor();
    } finally {
      await devTools.detach();
    }
    await page.keyboard.type('typed at once');
    await untilValue(box, 'typed at once');
    await box.fill('');
  });

  it('says that an attached file has changed since, and replaces the copy only on a click', async () => {
    const { workbench, folder, standIn } = tally;
    const path = join(folder, 'rate.ts');
    const chip = panel.getByRole('listitem').filter({ hasText: 'rate.ts:1' });
    const notice = panel.getByRole('region').getByText('rate.ts has changed since you attached it.');
    const attach = async () => {
      await workbench.openFile('rate.ts');
      await workbench.runCommand('Tally: Add File to Chat');
      await chip.getByText(/tokens/).waitFor();
    };
    /** Writes a message, calls `act`, and sends the message. Returns the attached rates. */
    const sentRate = async (act = async () => Promise.resolve()) => {
      standIn.script({ reply: 'Yes.' });
      await startNewSession(panel);
      await box.fill('Is it right?');
      await act();
      await submit(panel);
      const { body } = await standIn.nextRequest();
      return body.match(/rate = \d/g);
    };
    await writeFile(path, 'export const rate = 1;\n');
    await attach();
    await writeFile(path, 'export const rate = 2;\n');
    await notice.waitFor();
    assert.deepEqual(await sentRate(), ['rate = 1']);
    await notice.waitFor({ state: 'detached' });
    await attach();
    await writeFile(path, 'export const rate = 3;\n');
    await notice.waitFor();
    await panel.getByRole('button', { name: 'Attach Again' }).click();
    await notice.waitFor({ state: 'detached' });
    await chip.getByText(/tokens/).waitFor();
    assert.deepEqual(await sentRate(), ['rate = 3']);
    await attach();
    await writeFile(path, 'export const rate = 4;\n');
    await notice.waitFor();
    // Both in one task of the page, because Tally checks the file within milliseconds.
    const attachAndSend = async () =>
      box.evaluate((element) => {
        const buttons = [...element.ownerDocument.querySelectorAll('button')];
        buttons.find(({ textContent }) => textContent === 'Attach Again')?.click();
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      });
    assert.deepEqual(await sentRate(attachAndSend), ['rate = 4']);
    await startNewSession(panel);
  });

  it('copies exactly the code of a block', async () => {
    await ask({ reply });
    await panel.locator('[data-state=complete]').waitFor();
    await panel.getByRole('button', { name: 'Copy code' }).click();
    await panel.getByTitle('Copied').waitFor();
    // Repeats the paste, because VS Code writes to the clipboard asynchronously.
    while ((await box.inputValue()) === '') await box.press('Control+V');
    assert.equal(await box.inputValue(), code);
    await box.fill('');
  });

  it('asks before it opens a link, and loads no remote images', async () => {
    const { page, context } = tally.workbench;
    await panel.getByRole('link', { name: 'link', exact: true }).click();
    const dialog = page.getByRole('dialog').getByText('example.com/a');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(context.pages().length, 1);
    assert.deepEqual(outside, []);
  });

  it('shows the focus at each tab stop, and has one tab stop for all messages', async () => {
    const { page } = tally.workbench;
    await box.focus();
    while ((await focused()).name !== 'Send') await page.keyboard.press('Tab');
    const stops: string[] = [];
    for (;;) {
      const { name, isVisible } = await focused();
      assert.ok(isVisible, `the focus is not visible on ${name}`);
      stops.push(name);
      if (name === 'New session') break;
      await page.keyboard.press('Shift+Tab');
    }
    const names = ['New session', 'Sessions', 'Conversation', 'Reply', 'Message', 'Add context', 'Send'];
    // The open file is offered half a second after it was opened, by a button that is named by its text.
    assert.deepEqual(
      stops.filter((name) => name !== 'button'),
      names.reverse(),
    );
  });

  it('stops a reply on Escape, and focuses the editor on an Escape at least a second later', async () => {
    const { page } = tally.workbench;
    const exchange = await ask({ tokens: 200, hold: 20 });
    await exchange.held;
    await box.press('Escape');
    await exchange.closed;
    await panel.locator('[data-state=stopped]').waitFor();
    await pressEscapeUntil(page, page.locator('.editor-group-container.active .monaco-editor.focused'));
  });

  it('shows all kinds of Markdown within the content security policy, and loads nothing remote', async () => {
    const { workbench } = tally;
    await startNewSession(panel);
    const frame = await workbench.panelFrame();
    const foreign: string[] = [];
    workbench.page.on('request', (request) => {
      if (/[a-d]\.example/.test(request.url())) foreign.push(request.url());
    });
    await frame.evaluate(recordViolations);
    await ask({ reply: mixedReply, rate: 400 });
    const shown = panel.getByRole('article', { name: 'Reply' });
    await shown.and(panel.locator('[data-state=complete]')).waitFor();
    await shown.locator('.formula.display .katex').waitFor();
    await shown.getByRole('cell').locator('.katex').waitFor();
    assert.equal(await shown.getByRole('heading', { level: 1 }).textContent(), 'All of it');
    assert.deepEqual(await shown.getByRole('columnheader').allTextContents(), ['Way', 'Cost']);
    assert.equal(await shown.locator('td s').textContent(), 'formula');
    const tasks = shown.getByRole('checkbox', { name: 'Task' });
    assert.deepEqual([await tasks.first().isChecked(), await tasks.last().isChecked()], [false, true]);
    assert.deepEqual(await shown.locator('.code-language').allTextContents(), ['ts', 'mermaid']);
    assert.equal(await shown.locator('.code-block code').last().textContent(), 'graph TD\n  A --> B');
    const links = shown.getByRole('link');
    assert.deepEqual(await links.allTextContents(), [
      'the page',
      'https://b.example',
      'Image: a cat',
      'https://d.example/x.png',
    ]);
    assert.equal(await links.first().getAttribute('title'), 'https://a.example/page');
    await shown.getByText('<img src="https://d.example/x.png" onerror="alert(1)"> <script>alert(2)</script>').waitFor();
    await shown.getByText('From $5 to $10.').waitFor();
    assert.equal(await shown.locator('img, script, iframe, svg:not(.katex svg)').count(), 0);
    assert.equal(await frame.evaluate(async () => (await document.fonts.load('10px KaTeX_Math')).length > 0), true);
    assert.deepEqual(await frame.evaluate(() => (window as unknown as ViolationsWindow).violations), []);
    assert.deepEqual(foreign, []);
  });

  it('has violated no content security policy and logged no errors or warnings in the tests above', () => {
    assert.deepEqual(problems, []);
  });

  async function ask(script: Script) {
    tally.standIn.script(script);
    await sendMessage(panel, 'What is this?');
    return tally.standIn.nextRequest();
  }

  async function focused(): Promise<{ readonly name: string; readonly isVisible: boolean }> {
    return (await tally.workbench.panelFrame()).evaluate(() => {
      const element = document.activeElement;
      if (element === null) return { name: 'nothing', isVisible: false };
      const frame = element.closest('.input-frame');
      const ring = getComputedStyle(element).outlineStyle !== 'none';
      const border = frame !== null && getComputedStyle(frame).borderColor !== getComputedStyle(frame).backgroundColor;
      const name = element.ariaLabel ?? (element.matches('a') ? element.textContent : element.localName);
      return { name, isVisible: ring || border };
    });
  }
});

interface ViolationsWindow {
  violations: string[];
}

function recordViolations(): void {
  const violations: string[] = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    violations.push(`${violatedDirective} ${blockedURI}`),
  );
  (window as unknown as ViolationsWindow).violations = violations;
}
