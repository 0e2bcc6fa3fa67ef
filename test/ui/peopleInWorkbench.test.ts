import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import type { FrameLocator } from 'playwright-core';
import { pictureReply } from '../hosts/pictureReply.ts';
import { editorFocused } from '../hosts/quickInput.ts';
import { startNewSession } from '../hosts/startNewSession.ts';
import type { Exchange } from '../standIn/exchange.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { pressEscapeUntil } from './pressEscapeUntil.ts';
import { sendMessage } from './submit.ts';

/** The tested themes, each with its `data-vscode-theme-kind` and its colour for keywords. */
const themes = {
  'Default Light Modern': { kind: 'vscode-light', keyword: 'rgb(0, 0, 255)' },
  'Default High Contrast Light': { kind: 'vscode-high-contrast-light', keyword: 'rgb(15, 74, 133)' },
  'Default High Contrast': { kind: 'vscode-high-contrast', keyword: 'rgb(86, 156, 214)' },
  'Default Dark Modern': { kind: 'vscode-dark', keyword: 'rgb(86, 156, 214)' },
};

const axeSource = (createRequire(import.meta.url)('axe-core') as { source: string }).source;

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

describe('The accessible panel in VS Code', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;
  let asked: Exchange | undefined;

  before(async () => {
    // This setting must not be among the settings of the computer, which override those of the user.
    tally = await startInstalledTally({ rate: 400 }, { 'workbench.reduceMotion': undefined });
    panel = await tally.workbench.openPanel();
  });

  disposeAfterAll(() => tally);

  afterEach(() => {
    asked?.release();
  });

  const lastReply = (state: string) =>
    panel
      .getByRole('article', { name: 'Reply' })
      .last()
      .and(panel.locator(`[data-state=${state}]`));
  const button = (name: string) => panel.getByRole('button', { name, exact: true });

  it('has no axe violations on the first-run screen in the tested themes', async () => {
    await button('Set API key').waitFor();
    await checkThemes({ 'tally.baseUrl': undefined });
  });

  describe('with an API key', () => {
    before(async () => {
      await tally.setKey();
      await panel.getByRole('region', { name: /^Your key for .* was saved\.$/ }).waitFor();
    });

    it('has no axe violations in the tested themes while a reply streams', async () => {
      tally.standIn.script({ reply: pictureReply, hold: 130 });
      const exchange = await send('Why does 10% not always take off a tenth?');
      await exchange.held;
      await panel.locator('.code-block .token-0').first().waitFor();
      await checkThemes();
      exchange.release();
      await lastReply('complete').waitFor();
    });

    it('has no axe violations in the tested themes after a request has failed', async () => {
      tally.standIn.script({ fault: { kind: 'status', status: 422, message: 'Too blue.' } });
      await send('And blue?');
      await button('Show details').click();
      await checkThemes();
    });

    it('has no axe violations in the tested themes if the session is long', async () => {
      await askForPicture(3);
      await checkThemes();
    });

    it('has no axe violations in the session list in the tested themes', async () => {
      await startNewSession(panel);
      await askShortQuestion();
      await button('Sessions').click();
      await panel.locator('.session-title').nth(1).waitFor();
      await checkThemes();
      await button('Back to the conversation').click();
      await button('Sessions').waitFor();
    });

    it('shows the focus at each tab stop up to “Add context”, even at the button under the pointer', async () => {
      const { page } = tally.workbench;
      await startNewSession(panel);
      await askShortQuestion();
      const frame = await tally.workbench.panelFrame();
      await button('New session').hover();
      await frame.evaluate(recordUnfocusedLooks);
      const names: string[] = [];
      await button('Sessions').focus();
      await page.keyboard.press('Shift+Tab');
      await button('New session').and(panel.locator(':focus')).waitFor();
      while (!names.includes('Add context') && names.length < 40) {
        const { name, isVisible, isMarked } = await frame.evaluate(describeFocus);
        names.push(name);
        assert.ok(isVisible, `${name} has the focus and is not in view`);
        assert.ok(isMarked, `${name} does not show that it has the focus`);
        const focused = await frame.evaluateHandle(() => document.activeElement);
        await page.keyboard.press('Tab');
        await frame.waitForFunction((earlier) => document.activeElement !== earlier, focused);
      }
      assert.match(names[4] ?? '', /^<?\$0\.\d{4}.* tokens in/);
      // The open file is offered half a second after it was opened.
      const always = names.toSpliced(4, 1).filter((name) => !name.includes('settings.json'));
      assert.deepEqual(always, [
        'New session',
        'Sessions',
        'Conversation',
        'Reply',
        'Copy reply',
        'Delete exchange',
        'Retry',
        'Message',
        'Add context',
      ]);
    });

    it('announces the stop of a reply on the first Escape, and focuses the editor on an Escape at least a second later', async () => {
      const { workbench, standIn, sourceFile } = tally;
      await workbench.openFile(sourceFile);
      panel = await workbench.openPanel();
      const frame = await workbench.panelFrame();
      await frame.evaluate(recordAnnouncements);
      standIn.script({ tokens: 2_000, hold: 20 });
      const exchange = await send('Tell me more.');
      await exchange.held;
      await panel.getByText('The reply has begun.').waitFor();
      exchange.release(300);
      await exchange.held;
      await lastReply('streaming').getByText('You can also stop it at any point.').first().waitFor();
      await workbench.page.keyboard.press('Escape');
      await lastReply('stopped').waitFor();
      await exchange.closed;
      assert.equal(exchange.aborted, true);
      await panel.getByText('The reply was stopped. The reply cost ').waitFor();
      await pressEscapeUntil(workbench.page, workbench.page.locator('.monaco-editor.focused'));
      await editorFocused(workbench.page, basename(sourceFile));
      const { regions, announcements } = await frame.evaluate(liveRegions);
      assert.deepEqual(regions, ['div polite']);
      const [begun, stopped, cost = '', ...others] = announcements;
      assert.deepEqual([begun, stopped, others], ['The reply has begun.', 'The reply was stopped.', []]);
      assert.match(cost, /^The reply was stopped\. The reply cost [<≈$].*\.$/);
    });

    it('has no animations with reduced motion', async () => {
      const { page } = tally.workbench;
      const frame = await tally.workbench.panelFrame();
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await tally.changeSettings({ 'workbench.reduceMotion': 'off' });
      tally.standIn.script({ hold: 'before-headers' });
      await startNewSession(panel);
      const exchange = await send('Wait, please.');
      await exchange.held;
      await panel.locator('.dots').waitFor();
      const isMoving = async (moves: boolean) =>
        frame.waitForFunction(
          (wanted) => document.getAnimations().some(({ playState }) => playState === 'running') === wanted,
          moves,
        );
      await isMoving(true);
      await tally.changeSettings({ 'workbench.reduceMotion': 'on' });
      await isMoving(false);
      await tally.changeSettings({ 'workbench.reduceMotion': 'off' });
      await isMoving(true);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await isMoving(false);
      exchange.release();
      await lastReply('complete').waitFor();
    });

    it('aligns right-to-left text to the right, and code to the left', async () => {
      await startNewSession(panel);
      tally.standIn.script({ reply: 'שלום עולם, זה טקסט.\n\n```ts\nconst a = 1;\n```\n' });
      await send('مرحبا بالعالم');
      await lastReply('complete').waitFor();
      assert.deepEqual(await lastReply('complete').locator('.part > p').evaluate(direction), {
        direction: 'rtl',
        side: 'right',
      });
      assert.deepEqual(await lastReply('complete').locator('pre').evaluate(direction), {
        direction: 'ltr',
        side: 'left',
      });
      assert.equal((await panel.locator('.question-text').last().evaluate(direction)).direction, 'rtl');
    });

    it('uses the workbench font for text and the editor font for code, even after the editor font changes', async () => {
      await startNewSession(panel);
      await askForPicture(1);
      const frame = await tally.workbench.panelFrame();
      const font = async (selector: string) =>
        panel
          .locator(selector)
          .first()
          .evaluate((each) => `${getComputedStyle(each).fontFamily} ${getComputedStyle(each).fontSize}`);
      const workbenchFont = await tally.workbench.page
        .locator('.monaco-workbench')
        .evaluate((each) => getComputedStyle(each).fontFamily);
      const words = ['.question-text', '.markdown p', '.composer textarea'];
      for (const selector of words) assert.equal(await font(selector), `${workbenchFont} 13px`, selector);
      await tally.changeSettings({ 'editor.fontFamily': 'Tally Test', 'editor.fontSize': 19 });
      await frame.waitForFunction(
        () => getComputedStyle(document.querySelector('.code-block pre code')!).fontSize === '19px',
      );
      assert.match(await font('.code-block pre code'), /^"Tally Test"/);
      for (const selector of words) assert.equal(await font(selector), `${workbenchFont} 13px`, selector);
    });

    it('cuts nothing off and does not scroll horizontally at 200 % zoom', async () => {
      await startNewSession(panel);
      await askForPicture(1);
      // At 200 % zoom, the default window of 1280 × 800 pixels has 640 × 400 CSS pixels.
      await tally.workbench.page.setViewportSize({ width: 640, height: 400 });
      await tally.workbench.openPanel();
      const frame = await tally.workbench.panelFrame();
      await frame.waitForFunction(() => window.innerHeight < 400);
      assert.deepEqual(await frame.evaluate(cutOff), []);
      await button('Sessions').click();
      await panel.locator('.session-title').first().waitFor();
      assert.deepEqual(await frame.evaluate(cutOff), []);
    });
  });

  async function send(text: string): Promise<Exchange> {
    await sendMessage(panel, text);
    asked = await tally.standIn.nextRequest();
    return asked;
  }

  async function askShortQuestion(): Promise<void> {
    tally.standIn.script({ reply: 'A short reply.' });
    await send('A short question');
    await lastReply('complete').waitFor();
  }

  async function askForPicture(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      tally.standIn.script({ reply: pictureReply });
      const exchange = await send('Why does 10% not always take off a tenth?');
      await exchange.closed;
      await lastReply('complete').waitFor();
      await lastReply('complete').locator('.code-block .token-0').first().waitFor();
    }
  }

  async function checkThemes(settings: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const frame = await tally.workbench.panelFrame();
    await frame.evaluate(axeSource);
    for (const [theme, { kind, keyword }] of Object.entries(themes)) {
      await tally.changeSettings({ ...settings, 'workbench.colorTheme': theme });
      await panel.locator(`body[data-vscode-theme-kind=${kind}]`).waitFor();
      await frame.waitForFunction(
        (color) =>
          [...document.querySelectorAll('.code-block .token-0')].every(
            (each) => getComputedStyle(each).color === color,
          ),
        keyword,
      );
      const behind = await tally.workbench.page
        .locator('.part.auxiliarybar')
        .evaluate((each) => getComputedStyle(each).backgroundColor);
      // Sets the background colour that the user sees. The panel is transparent, and axe would assume that the page
      // behind the frame is white.
      await frame.evaluate((color) => document.documentElement.style.setProperty('background-color', color), behind);
      const { ran, violations } = await frame.evaluate(async (tags) => {
        const { axe } = window as unknown as {
          axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> };
        };
        const results = await axe.run(document, { runOnly: tags, preload: false, resultTypes: ['violations'] });
        return {
          ran: [...results.passes, ...results.violations].map(({ id }) => id),
          violations: results.violations.map(
            ({ id, nodes }) =>
              `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary ?? ''}`).join(' | ')}`,
          ),
        };
      }, wcagTags);
      assert.ok(ran.includes('target-size') && ran.includes('color-contrast'), ran.join(' '));
      assert.deepEqual(violations, [], theme);
    }
    await frame.evaluate(() => document.documentElement.style.removeProperty('background-color'));
  }
});

interface TestedWindow {
  /** The result of `look` for each element while nothing has the focus. */
  unfocused: Map<Element, string>;
  look: (element: Element) => string;
  announcements: string[];
}

function recordUnfocusedLooks(): void {
  const tested = window as unknown as TestedWindow;
  tested.look = (element) => {
    const { outlineStyle, outlineWidth, outlineColor, borderColor, boxShadow } = getComputedStyle(element);
    return `${outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`} ${borderColor} ${boxShadow}`;
  };
  (document.activeElement as HTMLElement).blur();
  tested.unfocused = new Map([...document.querySelectorAll('*')].map((each) => [each, tested.look(each)]));
}

/**
 * Describes the focused element. `isVisible` is true if a part of the element is in view.
 * `isMarked` is true if the focus has changed the outline, border or shadow of the element, its parent or grandparent.
 */
function describeFocus(): { readonly name: string; readonly isVisible: boolean; readonly isMarked: boolean } {
  const { unfocused, look } = window as unknown as TestedWindow;
  const focused = document.activeElement as HTMLElement;
  const { top, bottom, width } = focused.getBoundingClientRect();
  const around = [focused, focused.parentElement!, focused.parentElement!.parentElement!];
  return {
    name: focused.ariaLabel ?? focused.textContent.trim().slice(0, 30),
    isVisible: width > 0 && bottom > 0 && top < window.innerHeight,
    isMarked: around.some((each) => unfocused.has(each) && unfocused.get(each) !== look(each)),
  };
}

function recordAnnouncements(): void {
  const liveRegion = document.querySelector('[aria-live=polite]')!;
  const announcements: string[] = [];
  new MutationObserver(() => {
    // The removal of an old sentence is no announcement.
    if (liveRegion.hasChildNodes()) announcements.push(liveRegion.textContent);
  }).observe(liveRegion, { childList: true, characterData: true, subtree: true });
  (window as unknown as TestedWindow).announcements = announcements;
}

function liveRegions(): { readonly regions: readonly string[]; readonly announcements: readonly string[] } {
  const regions = [...document.querySelectorAll('[aria-live], [role=status], [role=alert], [role=log]')].filter(
    (each) => each.ariaLive !== 'off',
  );
  return {
    regions: regions.map((each) => `${each.role ?? each.localName} ${each.ariaLive}`),
    announcements: (window as unknown as TestedWindow).announcements,
  };
}

/** Returns the direction of an element's text, and the side to which the text is aligned. */
function direction(element: Element): { readonly direction: string; readonly side: string } {
  const range = document.createRange();
  range.selectNodeContents(element);
  const text = range.getBoundingClientRect();
  const { left, right } = element.getBoundingClientRect();
  return {
    direction: getComputedStyle(element).direction,
    side: right - text.right < text.left - left ? 'right' : 'left',
  };
}

/**
 * Describes elements that reach beyond the left or right edge of the panel, and containers that scroll horizontally.
 * Also describes a message box that reaches below the view. Excludes the content of code blocks, which may scroll.
 */
function cutOff(): readonly string[] {
  const parts = [
    ...document.querySelectorAll(
      'button, summary, .estimate, textarea, input, p, .bubble, .code-block, .table, .input-frame, .notice',
    ),
  ];
  const outside = parts.filter((each) => {
    const { left, right, width } = each.getBoundingClientRect();
    return width > 0 && each.closest('pre') === null && (left < -0.5 || right > window.innerWidth + 0.5);
  });
  const wide = [...document.querySelectorAll('html, body, .log, .sessions')].filter(
    (each) => each.scrollWidth > each.clientWidth,
  );
  const below = [...document.querySelectorAll('.panel:not([inert]) .composer')].filter(
    (each) => each.getBoundingClientRect().bottom > window.innerHeight + 0.5,
  );
  return [...outside, ...wide, ...below].map(
    (each) => `${each.localName}.${each.className}: ${each.textContent.slice(0, 40)}`,
  );
}
