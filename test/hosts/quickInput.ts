import type { Locator, Page } from 'playwright-core';

/**
 * Runs the command that the Command Palette lists under `title`, e.g. `Tally: Open Chat`. Resolves when the palette has
 * closed, which may be before the command has ended. While the command is missing or disabled, retries for about two
 * minutes, then rejects. Each retry opens the palette again, because an open palette does not update its list.
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  await pick(page, `>${title}`, page.getByRole('option', { name: startingWith(title) }).first());
}

/** Opens a file by its absolute path. `:line` may follow the path. Resolves when the file's editor has the focus. */
export async function openFile(page: Page, path: string): Promise<void> {
  const name = path.replace(/:\d+$/, '').replace(/^.*[\\/]/, '');
  await pick(page, path, page.getByRole('option', { name: startingWith(name, ' ') }).first());
  await page.locator(`.editor-group-container.active .tab.active[data-resource-name="${name}"]`).waitFor();
  await editorFocused(page, name);
}

/** Resolves when the active editor has the focus and shows a file called `name`. */
export async function editorFocused(page: Page, name: string): Promise<void> {
  await page
    .locator(`.editor-group-container.active .monaco-editor.focused[data-uri$="/${encodeURIComponent(name)}"]`)
    .waitFor();
}

/** Waits for an extension's input box, enters `text` and presses Enter. Resolves when this input box has closed. */
export async function answerInputBox(page: Page, text: string): Promise<void> {
  const input = inputBox(page);
  await enter(input, text);
  await input.press('Enter');
  await closed(page, text);
}

/**
 * The timeout of each step that `pick` retries, in milliseconds. It is long, because other tests may run at the same
 * time.
 */
const stepTimeout = 8000;

/**
 * Enters `text` in the Command Palette and clicks `option`. If the option is missing or the palette closes, retries for
 * about two minutes, then rejects. The palette closes if an earlier command moves the focus while the palette is open.
 */
async function pick(page: Page, text: string, option: Locator): Promise<void> {
  const input = inputBox(page);
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    await page.keyboard.press('F1');
    const picked =
      (await succeeds(enter(input, text, { timeout: stepTimeout }))) &&
      (await Promise.race([succeeds(option.waitFor({ timeout: stepTimeout })), hidden(input)])) &&
      // Without noWaitAfter, the click would wait for a page reload that the command may start.
      (await succeeds(option.click({ timeout: stepTimeout, noWaitAfter: true }))) &&
      // VS Code loses a click if it draws the list again between press and release. The palette then stays open.
      (await succeeds(closed(page, text, { timeout: stepTimeout })));
    if (picked) return;
    if (await input.isVisible()) await input.press('Escape');
    await input.waitFor({ state: 'hidden' });
  }
  throw new Error(`"${text}" did not come up in the command palette.`);
}

/**
 * Sets the value of the input box, even if the input box does not have the focus. Playwright's `fill` would insert the
 * text into the focused element, which may be in a panel that is just opening.
 */
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

/** Resolves with false when the input box is hidden, or after the timeout of one step. */
async function hidden(input: Locator): Promise<false> {
  await succeeds(input.waitFor({ state: 'hidden', timeout: stepTimeout }));
  return false;
}

async function succeeds(action: Promise<void>): Promise<boolean> {
  return action.then(
    () => true,
    () => false,
  );
}

const inputSelector = '.quick-input-widget .quick-input-box input';

/** Resolves when no input box shows `text`. An input box with another text may already be open. */
async function closed(page: Page, text: string, options?: { readonly timeout: number }): Promise<void> {
  await page.waitForFunction(
    ([selector, typed]) => {
      const element = document.querySelector<HTMLInputElement>(selector);
      return !element?.checkVisibility() || element.value !== typed;
    },
    [inputSelector, text] as const,
    options,
  );
}

function inputBox(page: Page): Locator {
  return page.locator(inputSelector);
}

/**
 * Returns a pattern for the accessible name of a row in the palette. The name starts with the label. If the row shows
 * details, such as the folder of a file, a comma or `separator` follows, and then the details.
 */
function startingWith(label: string, separator = ','): RegExp {
  return new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}([,${separator}]|$)`);
}
