import assert from 'node:assert/strict';
import type { NoticeView } from '../../src/common/protocol/conversationProtocol.ts';
import { describePanel } from './describePanel.ts';
import type { PanelPage } from './panelHarness.ts';
import { question, reply, session } from './panelMessages.ts';
import { showState } from './panelStates.ts';

describePanel('the panel', ({ openWith }) => {
  let panel: PanelPage;

  it('keeps at least 3 px between the outline of a focused message and the neighbouring messages', async () => {
    panel = await openWith();
    await showState(panel, 'message-focused');
    const gaps = await panel.page.locator('.message:focus-visible').evaluate((message) => {
      const { outlineOffset, outlineWidth } = getComputedStyle(message);
      const reach = parseFloat(outlineOffset) + parseFloat(outlineWidth);
      const { top, bottom } = message.getBoundingClientRect();
      const before = message.previousElementSibling?.lastElementChild?.getBoundingClientRect().bottom ?? 0;
      const after = message.nextElementSibling?.getBoundingClientRect().top ?? Infinity;
      return [top - reach - before, after - (bottom + reach)];
    });
    assert.ok(
      gaps.every((gap) => gap >= 3),
      gaps.join(' '),
    );
  });

  for (const state of ['pasted-chip', 'chips', 'chips-off']) {
    it(`does not truncate the names of chips in a narrow panel: ${state}`, async () => {
      panel = await openWith({ width: 300 });
      await showState(panel, state);
      const cut = await panel.page
        .locator('.chip .label :is(.name, .range)')
        .evaluateAll((all) =>
          all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent),
        );
      assert.deepEqual(cut, []);
    });
  }

  it('does not cut a reply’s notice in a low panel', async () => {
    panel = await openWith({ width: 300, height: 400 });
    await showState(panel, 'failed-with-details');
    const cut = await panel.page
      .locator('.reply, .reply :has(> .notice)')
      .evaluateAll((all) => all.filter((each) => each.scrollHeight > each.clientHeight + 1).length);
    assert.equal(cut, 0);
  });

  for (const width of [280, 291]) {
    it(`puts the whole price of a button below the button’s name in a panel of ${width} px, aligned with the name`, async () => {
      panel = await openWith({ width });
      const notice: NoticeView = {
        severity: 'info',
        text: 'You stopped this reply.',
        actions: [
          { id: 'continue', label: 'Continue', price: '≈$0.0009–0.0012 + reply' },
          { id: 'resend', label: 'Resend', price: '≈$0.0012–0.0019 + reply' },
        ],
      };
      await panel.send(session({ messages: [question(), reply({ state: 'stopped', text: 'Half', notice })] }));
      const buttons = panel.page.locator('.notice .button');
      await buttons.last().waitFor();
      const boxes = await buttons.evaluateAll((all) =>
        all.map((button) => {
          const [name, price] = [button.firstChild!, button.querySelector('.price')!].map((each) => {
            const range = document.createRange();
            range.selectNodeContents(each);
            return [...range.getClientRects()];
          });
          return {
            lines: [name!.length, price!.length],
            isBelow: price![0]!.top >= name![0]!.bottom - 1,
            isAligned: Math.abs(price![0]!.left - name![0]!.left) < 1,
            isCut:
              button.scrollWidth > button.clientWidth + 1 || price![0]!.right > button.getBoundingClientRect().right,
          };
        }),
      );
      const expected = { lines: [1, 1], isBelow: true, isAligned: true, isCut: false };
      assert.deepEqual(boxes, [expected, expected]);
    });
  }

  it('keeps the Send button at the right edge of the message box if the session is read-only', async () => {
    panel = await openWith({ width: 300 });
    await showState(panel, 'read-only');
    const right = async (selector: string) =>
      panel.page.locator(selector).evaluate((each) => each.getBoundingClientRect().right);
    assert.ok((await right('.input-row')) - (await right('.input-row .icon-button.primary')) <= 8);
  });

  it('marks a session that is an edited copy of another session, in the session list', async () => {
    panel = await openWith();
    await showState(panel, 'session-list');
    const meta = async (title: string) =>
      panel.page.locator('.session-open', { hasText: title }).locator('.session-meta').innerText();
    assert.match(await meta('Group by a key'), / · Edited copy$/);
    assert.doesNotMatch(await meta('Release notes'), /Edited/);
  });

  it('highlights code just below the view before the code is scrolled into view', async () => {
    panel = await openWith({ height: 500 });
    const text = `\`\`\`ts\nconst above = 1;\n\`\`\`\n\n${'A line.\n\n'.repeat(20)}\`\`\`ts\nconst below = 1;\n\`\`\`\n\n${'A line.\n\n'.repeat(20)}`;
    await panel.send(
      session({ messages: [question(), reply({ text })], preferences: { sendKey: 'enter', scroll: 'never' } }),
    );
    await panel.page.getByRole('log').evaluate((log) => log.scrollTo(0, 0));
    const below = panel.page.locator('.code-block').last();
    await below.locator('[class^=token-]').first().waitFor();
    const [edge, top] = [await panel.page.getByRole('log').boundingBox(), await below.boundingBox()];
    assert.ok(edge !== null && top !== null && top.y > edge.y + edge.height + 50);
  });
});
