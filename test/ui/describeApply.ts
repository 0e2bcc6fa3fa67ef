import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { startNewSession } from '../hosts/startNewSession.ts';
import { createFolderFiles, type FolderFiles } from './folderFiles.ts';
import {
  disposeAfterAll,
  startInstalledTally,
  type InstalledTally,
  type InstalledTallyOptions,
} from './installedTally.ts';
import { sendMessage } from './submit.ts';

export const cart = `export class Cart {
  add(price: number): void {
    this.prices.push(price);
  }

  total(): number {
    return this.prices.length;
  }

  clear(): void {
    this.prices = [];
  }
}
`;

/** VS Code with the chat panel, for tests that apply code from replies. */
export interface ApplyHarness {
  readonly tally: () => InstalledTally;
  readonly panel: () => FrameLocator;
  readonly files: () => FolderFiles;
  /** Starts a new session and sends a question. The service answers with `reply`. Resolves when the answer is complete. */
  readonly ask: (reply: string) => Promise<void>;
  /** Sends a question as `ask` does, in the session that is shown. */
  readonly send: (reply: string) => Promise<void>;
  /** Returns the enabled buttons *Apply to editor*, by default all, else those whose tooltip ends with `hint`. */
  readonly button: (hint?: string) => Locator;
  readonly tab: (text: string) => Locator;
  readonly diffTab: (name: string) => Locator;
  /** Returns the right side of the diff editor. */
  readonly right: () => Locator;
  readonly shownRight: (text: string, state?: 'visible' | 'detached') => Promise<void>;
  readonly titleButton: (label: string) => Locator;
  /** Waits for the proposed change of a file, clicks *Apply*, and waits until the change is applied. */
  readonly applyShown: (name: string) => Promise<void>;
  /** The same for the active tab with a proposal. */
  readonly applyTab: (tab: Locator) => Promise<void>;
  /** Resolves with a notification. Opens the center, because VS Code shows no pop-ups in a window that a test controls. */
  readonly notified: (text: string) => Promise<Locator>;
  readonly clearNotifications: () => Promise<void>;
  readonly pick: (name: string | RegExp) => Promise<void>;
  /** Creates a file as `createNew` does, and opens it. */
  readonly openNew: (text: string, line?: number) => Promise<string>;
  /** Saves the file in the active editor, and fails if it does not have this text within 60 s. */
  readonly saved: (path: string, text: string) => Promise<void>;
}

/** Describes tests in one VS Code. Closes all editors and notifications after each test. */
export function describeApply(
  title: string,
  define: (harness: ApplyHarness) => void,
  options: InstalledTallyOptions = {},
): void {
  describe(title, () => {
    let tally: InstalledTally;
    let panel: FrameLocator;
    let files: FolderFiles;

    before(async () => {
      tally = await startInstalledTally(
        {},
        {
          'files.readonlyInclude': { '**/readOnly*.ts': true },
          'files.encoding': 'windows1252',
          'diffEditor.useInlineViewWhenSpaceIsLimited': false,
        },
        options,
      );
      files = createFolderFiles(tally.folder);
      for (const folder of ['web', 'server']) await files.write(`${folder}/shop/index.ts`, cart);
      panel = await tally.workbench.openPanel();
      await tally.setKey();
    });

    disposeAfterAll(() => tally);

    afterEach(async () => {
      await clearNotifications();
      await tally.workbench.runCommand('View: Close All Editors');
      await closedAll(tally.workbench.page);
    });

    define({
      tally: () => tally,
      panel: () => panel,
      files: () => files,
      ask,
      send,
      button,
      tab,
      diffTab,
      right,
      shownRight,
      titleButton,
      applyShown,
      applyTab,
      notified,
      clearNotifications,
      pick,
      openNew,
      saved,
    });

    async function ask(reply: string): Promise<void> {
      await startNewSession(panel);
      await send(reply);
    }

    async function send(reply: string): Promise<void> {
      tally.standIn.script({ reply });
      await sendMessage(panel, 'Write it.');
      await panel.locator('[data-state=complete]').waitFor();
    }

    function button(hint = ''): Locator {
      const title = hint === '' ? '' : `[title$="${hint}"]`;
      return panel.locator(`[aria-label="Apply to editor"]:not([aria-disabled])${title}`);
    }

    function tab(text: string): Locator {
      return tally.workbench.page.locator('.tab', { hasText: text });
    }

    function diffTab(name: string): Locator {
      return tab(`${name}: proposed change`);
    }

    function right(): Locator {
      return tally.workbench.page.locator('.editor-group-container.active .monaco-diff-editor .editor.modified');
    }

    async function shownRight(text: string, state: 'visible' | 'detached' = 'visible'): Promise<void> {
      await right().locator('.view-line', { hasText: text }).first().waitFor({ state });
    }

    function titleButton(label: string): Locator {
      return tally.workbench.page
        .locator('.editor-group-container.active .editor-actions .action-label')
        .getByText(label, { exact: true });
    }

    async function applyShown(name: string): Promise<void> {
      await applyTab(diffTab(name));
    }

    async function applyTab(proposal: Locator): Promise<void> {
      await proposal.waitFor();
      await titleButton('Apply').click();
      // VS Code loses a click if it draws the buttons again between press and release.
      while (!(await isDetached(proposal)))
        await titleButton('Apply')
          .click({ timeout: 5_000 })
          .catch(() => undefined);
    }

    async function notified(text: string): Promise<Locator> {
      const center = tally.workbench.page.locator('.notifications-center');
      // A center that is opened before there is a notification may close again.
      if (!(await center.isVisible()))
        await tally.workbench.page.locator('[id="status.notifications"] .codicon-bell-dot').click();
      const notification = center.locator('.notification-list-item:visible', { hasText: text });
      await notification.waitFor();
      return notification;
    }

    async function clearNotifications(): Promise<void> {
      await tally.workbench.runCommand('Notifications: Clear All Notifications');
      await tally.workbench.page.locator('.notifications-center').waitFor({ state: 'hidden' });
    }

    async function pick(name: string | RegExp): Promise<void> {
      await tally.workbench.page.locator('.quick-input-widget').getByRole('option', { name }).click();
    }

    async function openNew(text: string, line = 1): Promise<string> {
      const name = await files.createNew(text);
      await tally.workbench.openFile(`${join(tally.folder, name)}:${line}`);
      return name;
    }

    async function saved(path: string, text: string): Promise<void> {
      const { page, runCommand } = tally.workbench;
      const focused = page.locator('.editor-group-container.active .monaco-editor.focused');
      const deadline = Date.now() + 60_000;
      // After “Undo”, the focus stays in the panel, and the text changes some time after the click.
      do {
        if (!(await focused.isVisible())) await runCommand('View: Focus Active Editor Group');
        await focused.waitFor();
        await page.keyboard.press('Control+S');
        await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
      } while ((await files.read(path)) !== text && Date.now() < deadline);
      await files.becomes(path, text);
    }
  });
}

/**
 * Resolves when no editor is open. Discards the unsaved text of editors that a test has left. VS Code may ask about such
 * text more than once.
 */
async function closedAll(page: Page): Promise<void> {
  const tabs = page.locator('.tab');
  const discard = page.getByRole('button', { name: "Don't Save" });
  for (;;) {
    await page.waitForFunction(
      () => document.querySelector('.tab') === null || document.querySelector('.monaco-dialog-box'),
    );
    if ((await tabs.count()) === 0) return;
    await discard.click();
    await discard.waitFor({ state: 'detached' });
  }
}

/** Resolves with true when the element is detached, or with false after 10 s. */
async function isDetached(element: Locator): Promise<boolean> {
  return element.waitFor({ state: 'detached', timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}
