import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Frame } from 'playwright-core';
import { copySampleWorkspace } from '../../hosts/copySampleWorkspace.ts';
import { freePort } from '../../hosts/freePort.ts';
import { packageFile } from '../../hosts/projectPaths.ts';
import { useServiceOfEnvironment } from '../../hosts/useServiceOfEnvironment.ts';
import { startWorkbench, type Workbench } from '../../hosts/workbench.ts';
import { startStandIn, type StandIn } from '../../standIn/standIn.ts';

/**
 * A real VS Code with two extensions: the packaged extension, and the minimal extension in `barePanel`. Both send their
 * requests to the same stand-in service.
 */
export interface PanelWindow {
  readonly workbench: Workbench;
  readonly standIn: StandIn;
  readonly dataFolder: string;
  /** The panel of the packaged extension. */
  readonly ours: MeasuredPanel;
  /** The panel of the minimal extension, with which our panel is compared. */
  readonly bare: MeasuredPanel;
  /** CPU time of the page's main thread so far, in milliseconds. */
  readonly mainThread: () => Promise<number>;
  /** CPU time of the extension host so far, in milliseconds. */
  readonly extensionHost: () => Promise<number>;
  readonly dispose: () => Promise<void>;
}

export interface MeasuredPanel {
  /** Shows this panel and hides the other panel. Resolves with the frame that contains this panel. */
  readonly show: () => Promise<Frame>;
  /** Asks a question of four words. */
  readonly ask: () => Promise<void>;
  /** A CSS selector of the elements that contain the text of replies. The last match contains the last reply. */
  readonly selector: string;
  /** True if the panel shows the Markdown source of replies instead of rendered Markdown. */
  readonly isSource: boolean;
}

export async function openPanelWindow(): Promise<PanelWindow> {
  const temporary = await mkdtemp(join(tmpdir(), 'tally-bench-'));
  const dataFolder = join(temporary, 'data');
  const standIn = await startStandIn();
  const port = await freePort();
  const workbench = await startWorkbench({
    vsix: packageFile,
    open: { folder: await copySampleWorkspace(temporary) },
    extensionDevelopmentPath: join(import.meta.dirname, 'barePanel'),
    dataFolder,
    isMeasured: true,
    // Turns off port detection and Git. They would use CPU time in the background.
    settings: { 'remote.autoForwardPorts': false, 'git.enabled': false },
    env: { TALLY_BASE_URL: standIn.baseUrl, TALLY_API_KEY: standIn.apiKey, TALLY_BENCH_PORT: String(port) },
  });
  await useServiceOfEnvironment(workbench);
  const { page } = workbench;
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const callBare = async (path: string): Promise<unknown> => (await fetch(`http://127.0.0.1:${port}${path}`)).json();
  // Waits for the bare panel's extension, which starts some time after the window.
  while ((await callBare('/cpu').catch(() => undefined)) === undefined) await delay(50);

  return {
    workbench,
    standIn,
    dataFolder,
    ours: {
      show: async () => {
        const panel = await workbench.openPanel();
        await panel.getByRole('textbox', { name: 'Message' }).waitFor();
        return workbench.panelFrame();
      },
      ask: async () => {
        const box = (await workbench.panel()).getByRole('textbox', { name: 'Message' });
        await box.fill('What is a closure?');
        await box.press('Enter');
      },
      selector: '.reply > .markdown',
      isSource: false,
    },
    bare: {
      show: async () => {
        await callBare('/show');
        const log = page
          .locator('iframe.webview[src*="extensionId=bench.bare-panel"]')
          .last()
          .contentFrame()
          .frameLocator('iframe#active-frame')
          .locator('#log');
        const frame = await (await log.elementHandle()).ownerFrame();
        if (!frame) throw new Error('The bare panel is not in a frame.');
        return frame;
      },
      ask: async () => {
        await callBare('/ask');
      },
      selector: '#log',
      isSource: true,
    },
    mainThread: async () => mainThread(devTools),
    extensionHost: async () => {
      const { user, system } = (await callBare('/cpu')) as NodeJS.CpuUsage;
      return (user + system) / 1000;
    },
    dispose: async () => {
      await workbench.dispose();
      await standIn.close();
      await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function mainThread(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}
