import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { FromWebviewMessage, ToWebviewMessage } from '../../src/common/protocol/protocol.ts';
import type { PanelAnswers, PanelRequest } from '../../src/common/protocol/panelRequests.ts';
import {
  answerRequest,
  startPanelHarness,
  type PanelHarness,
  type PanelOptions,
  type PanelPage,
} from './panelHarness.ts';
import { sharedPanelHarness } from './sharedHarnesses.ts';
import type { BrowserOptions } from './webviewHarness.ts';

/** Helpers for tests of the panel. */
export interface PanelTest {
  /** Opens a panel and sends these messages to it. */
  readonly open: (...messages: readonly ToWebviewMessage[]) => Promise<PanelPage>;
  /** Opens a panel with these options and sends no messages. */
  readonly openWith: (options?: PanelOptions) => Promise<PanelPage>;
  /** The panel that was opened last. */
  readonly view: () => PanelPage;
  readonly box: () => Locator;
  readonly button: (name: string) => Locator;
  /** Resolves with all messages of this type that the panel has posted, without their `requestId`. */
  readonly postedOf: (type: FromWebviewMessage['type']) => Promise<readonly object[]>;
  /** Answers the panel's request at `index` among its requests of this type, by default the last. */
  readonly answer: <Type extends PanelRequest['type']>(
    type: Type,
    answer?: PanelAnswers[Type],
    index?: number,
  ) => Promise<void>;
  /** Resolves with everything that the panel has announced to screen readers since `open` resolved, in order. */
  readonly announcements: () => Promise<readonly string[]>;
}

/** Defines a suite for the panel in a real browser. A test also fails if the page logs an error or a warning. */
export function describePanel(title: string, tests: (test: PanelTest) => void, options?: BrowserOptions): void {
  describe(title, () => {
    let harness: PanelHarness;
    let current: PanelPage | undefined;

    const view = (): PanelPage => {
      assert.ok(current);
      return current;
    };

    before(async () => {
      harness = await (options === undefined ? sharedPanelHarness() : startPanelHarness(options));
    });

    after(async () => {
      if (options !== undefined) await harness.dispose();
    });

    afterEach(async () => {
      const { problems } = view();
      await view().close();
      current = undefined;
      assert.deepEqual(problems, []);
    });

    const openWith = async (panelOptions?: PanelOptions) => {
      current = await harness.open(panelOptions);
      return current;
    };

    tests({
      openWith,
      open: async (...messages) => {
        current = await openWith();
        await current.send(...messages);
        await current.page.evaluate(recordAnnouncements);
        return current;
      },
      view,
      box: () => view().page.getByRole('textbox', { name: 'Message' }),
      button: (name) => view().page.getByRole('button', { name, exact: true }),
      postedOf: async (wanted) => (await view().posted()).filter(({ type }) => type === wanted).map(withoutRequestId),
      answer: async (type, answer, index) => answerRequest(view(), type, answer, index),
      announcements: async () => view().page.evaluate(() => (window as unknown as RecordingWindow).announcements),
    });
  });
}

function withoutRequestId(message: FromWebviewMessage): object {
  if (!('requestId' in message)) return message;
  const { requestId, ...rest } = message;
  return rest;
}

interface RecordingWindow {
  announcements: string[];
}

function recordAnnouncements(): void {
  const liveRegion = document.querySelector('[aria-live=polite]')!;
  const announcements: string[] = [];
  new MutationObserver(() => {
    // The removal of an old sentence is no announcement.
    if (liveRegion.hasChildNodes()) announcements.push(liveRegion.textContent);
  }).observe(liveRegion, { childList: true });
  (window as unknown as RecordingWindow).announcements = announcements;
}
