import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { MessageView } from '../../src/common/protocol/conversationProtocol.ts';
import type { ToWebviewMessage } from '../../src/common/protocol/protocol.ts';
import type { PanelTest } from './describePanel.ts';
import { frames } from './frames.ts';
import type { PanelPage } from './panelHarness.ts';
import { question, reply, session, text } from './panelMessages.ts';

/** A scroll position in pixels. */
interface Position {
  readonly top: number;
  /** Distance between the view and the end of the conversation. */
  readonly distance: number;
}

/** Markdown that, when rendered, is several times as high as the panel. */
export const longText = paragraphs(40) + '```ts\nconst a = 1;\n```\n\n' + paragraphs(40);

export function paragraphs(count: number): string {
  return Array.from(
    { length: count },
    (_, index) => `Paragraph ${index}, with a few words that fill about two lines of the panel.\n\n`,
  ).join('');
}

/** Returns the extension's message that adds a question with the given id, and a streaming reply to the question. */
export function exchange(id: string, responseId = 'r2'): readonly ToWebviewMessage[] {
  const asked: MessageView = { kind: 'question', id, text: 'And then?', attachments: [] };
  return [{ type: 'didAddMessages', messages: [asked, reply({ id: responseId, state: 'streaming' })] }];
}

/** Sends the touch events of a finger that moves down by `distance` pixels, which scrolls up. */
export async function swipe({ page, isolateTab }: PanelPage, distance: number): Promise<void> {
  isolateTab();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const touch = async (type: 'touchStart' | 'touchMove', moved: number, timestamp: number): Promise<void> => {
    await devTools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: 150, y: 300 + moved }], timestamp });
  };
  const start = Date.now() / 1000;
  await touch('touchStart', 0, start);
  for (let moved = 20; moved <= distance; moved += 20) await touch('touchMove', moved, start + moved / 1000);
  // Holds the finger still before the touch ends, which prevents inertial scrolling.
  await touch('touchMove', distance, start + 1);
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: start + 1.5 });
}

/** Returns helpers for tests of scrolling. */
export function scrolling({ open, view, button }: PanelTest) {
  const log = (): Locator => view().page.getByRole('log', { name: 'Conversation' });
  const position = async (): Promise<Position> =>
    log().evaluate((each) => ({
      top: each.scrollTop,
      distance: each.scrollHeight - each.clientHeight - each.scrollTop,
    }));

  /** Streams `count` pieces of text. Fails if `isExpected` is false for the position after any piece. */
  async function stream(
    count: number,
    isExpected: (position: Position) => boolean = () => true,
    responseId = 'r1',
  ): Promise<void> {
    const pieces = Array.from({ length: count }, (_, index) => ({ ...text(piece(index)), responseId }));
    const positions = await view().page.evaluate(async (messages) => {
      const scroller = document.querySelector('[role=log]')!;
      const frame = async (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
      const seen: Position[] = [];
      for (const data of messages) {
        window.dispatchEvent(new MessageEvent('message', { data }));
        // Waits two frames, because the panel renders the text in the first frame and scrolls before the second frame.
        await frame();
        await frame();
        seen.push({
          top: scroller.scrollTop,
          distance: scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop,
        });
      }
      return seen;
    }, pieces);
    positions.forEach((each, index) => assert.ok(isExpected(each), `${JSON.stringify(each)} after piece ${index}`));
  }

  /** Finds the first block of a reply that begins at or below the upper edge of the view. */
  const firstBlock = async () =>
    view().page.evaluateHandle(() => {
      const { top } = document.querySelector('[role=log]')!.getBoundingClientRect();
      return [...document.querySelectorAll('.part > *')].find((each) => each.getBoundingClientRect().top >= top)!;
    });

  return {
    view,
    log,
    position,
    stream,
    distance: async () => (await position()).distance,
    atEnd: ({ distance }: Position) => distance < 2,
    jump: () => button('Jump to latest'),
    openLong: async () => {
      const page = await open(session({ messages: [question(), reply({ state: 'streaming', text: longText })] }));
      // The session is drawn in slices, so that its end is not in view at once.
      await page.page.waitForFunction(() => {
        const scroller = document.querySelector('[role=log]')!;
        return scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop < 2;
      });
      await stream(2, ({ distance }) => distance < 2);
      return page;
    },
    frames: async (count: number) => frames(view().page, count),
    /** Finds the first block in view. `before` is its top now, and `top` resolves with its top later, both in pixels. */
    firstInView: async () => {
      const element = await firstBlock();
      const top = async (): Promise<number> => element.evaluate((each) => each.getBoundingClientRect().top);
      return { before: await top(), top };
    },
    /** Returns the text of the first block in view, and its top in pixels. */
    textInView: async () => {
      const element = await firstBlock();
      return element.evaluate((each) => ({ text: each.textContent, top: each.getBoundingClientRect().top }));
    },
  };
}

/** Returns a piece of Markdown. Some pieces end within a word, a line or a block. */
function piece(index: number): string {
  const pieces = [
    'A para',
    'graph of **bold',
    '** text\n',
    'on lines.\n\n',
    '```ts\nconst a',
    ' = 1;\nconst b = 2;\n',
    '```\n\n',
    '| a | b |\n|---',
    '|---|\n| 1 | 2 |\n',
    '| 3 | 4 |\n\n',
    '- one\n',
    '- two\n\n',
  ];
  return pieces[index % pieces.length]!;
}
