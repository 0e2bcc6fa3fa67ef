import { frames } from '../../ui/frames.ts';
import type { PanelPage } from '../../ui/panelHarness.ts';
import { question, reply, replyChange, session, text } from '../../ui/panelMessages.ts';
import { holdUpOf, postLoaded, usePanel } from '../panelHoldUp.ts';
import { streamHostileReply } from '../streamHostileReply.ts';
import { holdUpScenario, type Scenario } from './scenario.ts';

/** Large or hostile messages that the panel shows. `measureHostileReplies.ts` measures more of them. */
export const showing: readonly Scenario[] = [
  holdUpScenario('showing a notice of 64,000 brackets', 400, async (harness) =>
    usePanel(harness, async (panel) => {
      await panel.send(session({ messages: [question(), reply({ state: 'connecting' })] }));
      const words = `Again in {0} s: {0} ש${'('.repeat(32_000)}${']'.repeat(32_000)}`;
      const notice = { severity: 'info', text: words, clock: { counts: 'down', seconds: 9 }, actions: [] } as const;
      const post = await postLoaded(panel, replyChange({ state: 'connecting', notice }));
      return holdUpOf(panel, async () => {
        await post();
        await untilShown(panel, '.notice');
      });
    }),
  ),
  holdUpScenario('showing a question of 1 MB in one line', 400, async (harness) =>
    usePanel(harness, async (panel) => {
      const words = 'words and more words '.repeat(50_000);
      const asked = { kind: 'question', id: 'q1', text: words, attachments: [] } as const;
      const post = await postLoaded(panel, session({ messages: [asked, reply({})] }));
      return holdUpOf(panel, async () => {
        await post();
        await untilShown(panel, '.reply');
      });
    }),
  ),
  {
    name: 'a session of 20 MB',
    limits: { 'longest hold-up of opening': 200, 'longest hold-up of finding': 200 },
    measure: async (harness) =>
      usePanel(harness, async (panel) => {
        const words = 'Words, `code` and *more* words.\n'.repeat(32_000);
        const replies = Array.from({ length: 10 }, (_, id) => reply({ id: String(id), text: words, reasoning: words }));
        const post = await postLoaded(panel, session({ messages: [question(), ...replies] }));
        const opening = await holdUpOf(panel, async () => {
          await post();
          await untilShown(panel, '.reply .markdown .part');
        });
        await panel.page.keyboard.press('Control+f');
        const finding = await holdUpOf(panel, async () => {
          await panel.page.keyboard.press('w');
          await frames(panel.page, 1);
        });
        return { 'longest hold-up of opening': opening, 'longest hold-up of finding': finding };
      }),
  },
  {
    name: 'streaming a code block of 12,000 lines',
    // If all lines were in one element, the panel would settle after 7,000 ms.
    limits: { 'longest hold-up': 400, 'settled after': 2_000 },
    measure: async (harness) => {
      const lines = 'const value = one of many words in a line of code\n'.repeat(12_000);
      const { holdUp, settleTime } = await streamHostileReply(harness, `\`\`\`\n${lines}\`\`\`\n`, 20);
      return { 'longest hold-up': holdUp, 'settled after': settleTime };
    },
  },
  holdUpScenario('a line of code whose highlighting would take years', 400, async (harness) =>
    usePanel(
      harness,
      async (panel) => {
        await panel.send(session({ messages: [question(), reply({ state: 'streaming' })] }));
        const hostile = `return 1;\na${'* '.repeat(100)}\nreturn 2;`;
        const pieces = ['```cs\n', ...hostile.match(/[^]{1,40}/g)!, '\n```\n\n```cs\n', 'if (a) b();\n', '```\n'];
        return holdUpOf(panel, async () => {
          for (const piece of pieces) {
            await panel.send(text(piece));
            await frames(panel.page, 1);
          }
          await panel.send(replyChange({ state: 'complete' }));
          const later = panel.page.locator('.code-block code').nth(1);
          await later.locator('[class^=token-]', { hasText: 'if' }).waitFor();
        });
      },
      {},
    ),
  ),
];

/** Waits in the page until an element exists, and for one more frame. A locator would take more of the page's time. */
async function untilShown({ page }: PanelPage, selector: string): Promise<void> {
  await page.evaluate(async (wanted) => {
    while (document.querySelector(wanted) === null) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }, selector);
}
