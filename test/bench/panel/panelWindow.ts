import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Frame } from 'playwright-core';
import { copySampleWorkspace } from '../../hosts/copySampleWorkspace.ts';
import { freePort } from '../../hosts/freePort.ts';
import { packageFile } from '../../hosts/projectPaths.ts';
import { startWorkbench, type Workbench } from '../../hosts/workbench.ts';
import { startStandIn, type StandIn } from '../../standIn/standIn.ts';

/** A real VS Code with the package and the bare panel, beside a stand-in service. */
export interface PanelWindow {
  readonly workbench: Workbench;
  readonly standIn: StandIn;
  readonly dataFolder: string;
  readonly ours: MeasuredPanel;
  readonly bare: MeasuredPanel;
  /** What the page's main thread has worked so far, as the processor's time of that thread: milliseconds. */
  readonly mainThread: () => Promise<number>;
  /** What the extension host has used of the processor so far: milliseconds. */
  readonly extensionHost: () => Promise<number>;
  readonly dispose: () => Promise<void>;
}

/** A panel to be measured: either of them shows what the other one shows. */
export interface MeasuredPanel {
  /** Shows it in the place of the other one. */
  readonly show: () => Promise<Frame>;
  /** Asks a question of four words. */
  readonly ask: () => Promise<void>;
  /** Where the text of the last reply is. */
  readonly selector: string;
  /** Whether it shows markdown as it is written. */
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
    // The window looks for ports, and for changes in the folder, by itself.
    settings: { 'remote.autoForwardPorts': false, 'git.enabled': false },
    env: { TALLY_BASE_URL: standIn.baseUrl, TALLY_API_KEY: standIn.apiKey, TALLY_BENCH_PORT: String(port) },
  });
  const { page } = workbench;
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const tellBare = async (path: string): Promise<unknown> => (await fetch(`http://127.0.0.1:${port}${path}`)).json();
  // Extensions start some time after the window.
  while ((await tellBare('/cpu').catch(() => undefined)) === undefined) await delay(50);

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
        await tellBare('/show');
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
        await tellBare('/ask');
      },
      selector: '#log',
      isSource: true,
    },
    mainThread: async () => mainThread(devTools),
    extensionHost: async () => {
      const { user, system } = (await tellBare('/cpu')) as NodeJS.CpuUsage;
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
