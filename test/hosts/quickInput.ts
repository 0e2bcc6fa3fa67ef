import type { Locator, Page } from 'playwright-core';

/**
 * Runs a command by its title in the command palette, e.g. `Tally: Open Chat`; resolves when the palette has closed.
 * Waits for up to two minutes until the command is there and enabled: the palette lists what it finds when it opens.
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  await pick(page, `>${title}`, page.getByRole('option', { name: startingWith(title) }).first());
}

/** Opens a file by its absolute path, optionally with `:line`, and waits until its editor has the focus. */
export async function openFile(page: Page, path: string): Promise<void> {
  const name = path.replace(/:\d+$/, '').replace(/^.*[\\/]/, '');
  await pick(page, path, page.getByRole('option', { name: startingWith(name, ' ') }).first());
  await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
  await editorFocused(page, name);
}

/** Resolves when the active editor shows the file with this name, and not still the one before, and has the focus. */
export async function editorFocused(page: Page, name: string): Promise<void> {
  await page
    .locator(`.editor-group-container.active .monaco-editor.focused[data-uri$="/${encodeURIComponent(name)}"]`)
    .waitFor();
}

/** Answers the input box that an extension shows, once it is there; resolves when the box has closed. */
export async function answerInputBox(page: Page, text: string): Promise<void> {
  const input = inputBox(page);
  await enter(input, text);
  await input.press('Enter');
  await closed(page, text);
}

/** Milliseconds for each step of picking, on a machine that runs other tests, too. */
const patience = 8000;

/** Tries again when the list has closed under its hands: a command that has just run may still move the focus. */
async function pick(page: Page, text: string, option: Locator): Promise<void> {
  const input = inputBox(page);
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    await page.keyboard.press('F1');
    const picked =
      (await succeeds(enter(input, text, { timeout: patience }))) &&
      (await Promise.race([succeeds(option.waitFor({ timeout: patience })), hidden(input)])) &&
      // A command that loads the window again would be waited for.
      (await succeeds(option.click({ timeout: patience, noWaitAfter: true })));
    if (picked) {
      await closed(page, text);
      return;
    }
    if (await input.isVisible()) await input.press('Escape');
    await input.waitFor({ state: 'hidden' });
  }
  throw new Error(`"${text}" did not come up in the command palette.`);
}

/** Not by Playwright's `fill`: that types where the focus is, and a panel that has just come up may take the focus meanwhile. */
async function enter(input: Locator, text: string, options?: { readonly timeout: number }): Promise<void> {
  await input.waitFor(options);
  await input.evaluate(
    (element: HTMLInputElement, value) => {
      element.value = value;
      element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    text,
    options,
  );
}

/** Resolves with false when the list has closed, at the latest when nothing more is expected of it. */
async function hidden(input: Locator): Promise<false> {
  await succeeds(input.waitFor({ state: 'hidden', timeout: patience }));
  return false;
}

async function succeeds(action: Promise<void>): Promise<boolean> {
  return action.then(
    () => true,
    () => false,
  );
}

const inputSelector = '.quick-input-widget .quick-input-box input';

/** Resolves when the box with this text is gone; another one may have come up in its place. */
async function closed(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    ([selector, typed]) => {
      const element = document.querySelector<HTMLInputElement>(selector);
      return !element?.checkVisibility() || element.value !== typed;
    },
    [inputSelector, text] as const,
  );
}

function inputBox(page: Page): Locator {
  return page.locator(inputSelector);
}

/** The name of a row is its label, then what else there is to say about it after a comma; a file's folder after a space. */
function startingWith(label: string, separator = ','): RegExp {
  return new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}([,${separator}]|$)`);
}
