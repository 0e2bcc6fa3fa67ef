import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import type { OpenTarget } from '../hosts/windowAddress.ts';
import { pickMenuItem } from '../hosts/pickMenuItem.ts';
import { startNewSession } from '../hosts/startNewSession.ts';
import type { Exchange } from '../standIn/exchange.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { submit } from './submit.ts';
import { untilValue } from './untilValue.ts';

/** Ways to ask a question. The panel shows the reply in each case. */
const waysToAsk: readonly { readonly name: string; readonly ask: (tally: InstalledTally) => Promise<void> }[] = [
  {
    name: 'the message box',
    ask: async ({ workbench }) => {
      const panel = await workbench.openPanel();
      await panel.getByRole('textbox', { name: 'Message' }).fill('What is a closure?');
      await submit(panel);
    },
  },
  {
    name: 'Explain Selection in the editor’s menu',
    ask: async ({ workbench, sourceFile }) => {
      await workbench.openFile(sourceFile);
      const { page } = workbench;
      await page.keyboard.press('Control+A');
      await page.locator('.monaco-editor .view-line', { hasText: 'total' }).first().click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Tally' }).hover();
      await pickMenuItem(page, 'Explain Selection');
    },
  },
  {
    name: 'Ask About Selection…',
    ask: async ({ workbench, sourceFile }) => {
      await workbench.openFile(sourceFile);
      await workbench.page.keyboard.press('Control+A');
      await workbench.runCommand('Tally: Ask About Selection…');
      await workbench.answerInputBox('What does this return for an empty list?');
    },
  },
  {
    name: 'Ask… in the command palette while no editor is open',
    ask: async ({ workbench }) => {
      await workbench.runCommand('View: Close All Editors');
      await workbench.runCommand('Tally: Ask…');
      await workbench.answerInputBox('What is a monad?');
    },
  },
];

describe('Questions and replies in VS Code', () => {
  let tally: InstalledTally;
  /** The stopped requests of the first session, in order. */
  const stopped: Exchange[] = [];

  before(async () => {
    tally = await startInstalledTally();
    await tally.setKey();
  });

  disposeAfterAll(() => tally);

  for (const { name, ask } of waysToAsk) {
    it(`a reply streams in the shown session and can be stopped, if the user asks through ${name}`, async () => {
      const { workbench, standIn } = tally;
      standIn.script({ tokens: 400, hold: 30 });
      await ask(tally);
      const exchange = await standIn.nextRequest();
      await exchange.held;
      const streaming = (await workbench.panel()).locator('[data-state=streaming]');
      await streaming.getByText(firstWords(exchange)).waitFor();

      await (await workbench.panel()).getByRole('button', { name: 'Stop', exact: true }).click();
      await exchange.closed;
      assert.equal(exchange.aborted, true);
      await lastReply(await workbench.panel(), 'stopped').waitFor();
      stopped.push(exchange);
      assert.equal(exchange.sessionId, stopped[0]?.sessionId);
    });
  }

  it('questions, replies, the session id and the draft survive a reload; only New session starts another session', async () => {
    const { workbench, standIn } = tally;
    const box = (await workbench.openPanel()).getByRole('textbox', { name: 'Message' });
    await box.fill('half a thou');
    await box.blur();

    await workbench.reload();
    const panel = await workbench.openPanel();
    const replies = panel.getByRole('article', { name: 'Reply' }).and(panel.locator('[data-state=stopped]'));
    await replies.nth(waysToAsk.length - 1).waitFor();
    for (const [index, exchange] of stopped.entries())
      await replies.nth(index).getByText(firstWords(exchange)).waitFor();
    assert.equal(standIn.requests.at(-1), stopped.at(-1));

    const again = panel.getByRole('textbox', { name: 'Message' });
    await untilValue(again, 'half a thou');
    await again.press('Enter');
    assert.equal((await standIn.nextRequest()).sessionId, stopped[0]?.sessionId);
    await lastReply(panel, 'complete').waitFor();

    await startNewSession(panel);
    assert.notEqual((await askInBox(tally, 'Something else.')).sessionId, stopped[0]?.sessionId);
    await lastReply(panel, 'complete').waitFor();
  });

  it('each folder and an empty window have their own session, and still have it when they are opened again', async () => {
    const { workbench, folder, otherFolder } = tally;
    const idOfSession = async () => {
      const panel = await workbench.openPanel();
      const { sessionId, closed } = await askInBox(tally, 'Where am I?');
      await closed;
      await lastReply(panel, 'complete').waitFor();
      return sessionId;
    };
    const idIn = async (target: OpenTarget) => {
      await workbench.open(target);
      return idOfSession();
    };
    const [first, empty, other] = [
      await idOfSession(),
      await idIn({ empty: true }),
      await idIn({ folder: otherFolder }),
    ];
    assert.equal(new Set([first, empty, other]).size, 3);
    assert.equal(await idIn({ empty: true }), empty);
    assert.equal(await idIn({ folder }), first);
  });

  it('after a crash, the partial reply is restored and marked incomplete, and the question is not sent again', async () => {
    const { standIn } = tally;
    standIn.script({ tokens: 400, hold: 30 });
    const exchange = await askInBox(tally, 'Tell me everything.');
    await exchange.held;
    await (await tally.workbench.panel()).locator('[data-state=streaming]').getByText(firstWords(exchange)).waitFor();
    await tally.partialReplySaved();
    const requests = standIn.requests.length;
    await tally.crashAndStartAgain();
    const panel = await tally.workbench.openPanel();
    await lastReply(panel, 'incomplete').getByText(firstWords(exchange)).waitFor();
    assert.equal(standIn.requests.length, requests);
  });

  it('VS Code’s data folder has no file that contains the API key in plain text', async () => {
    assert.deepEqual(await tally.filesWithKey(), []);
  });
});

/** Sends a question from the panel, which must be open. Resolves when the service receives the request. */
async function askInBox({ workbench, standIn }: InstalledTally, text: string): Promise<Exchange> {
  const panel = await workbench.panel();
  await panel.getByRole('textbox', { name: 'Message' }).fill(text);
  await submit(panel);
  return standIn.nextRequest();
}

function lastReply(panel: FrameLocator, state: string) {
  return panel
    .getByRole('article', { name: 'Reply' })
    .last()
    .and(panel.locator(`[data-state=${state}]`));
}

/** Returns the first four words of the reply that the service has sent so far. */
function firstWords({ textSent }: Exchange): string {
  return textSent.trim().split(/\s+/).slice(0, 4).join(' ');
}
