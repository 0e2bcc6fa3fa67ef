import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { startStandIn, type StandIn } from '../standIn/standIn.ts';
import { packageFile } from './projectPaths.ts';
import { useServiceOfEnvironment } from './useServiceOfEnvironment.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

export interface PictureWindowOptions {
  readonly colorTheme: string;
  /** The size of the page, in CSS pixels. */
  readonly viewport: { readonly width: number; readonly height: number };
  /** The number of screenshot pixels per CSS pixel. */
  readonly scale: number;
  /** True if the API key and the base URL are set. Otherwise, the panel asks for the API key. */
  readonly hasKey: boolean;
}

/** A VS Code for screenshots. The extension's package is installed, and a copy of the sample workspace is open. */
export interface PictureWindow {
  readonly workbench: Workbench;
  readonly page: Page;
  readonly standIn: StandIn;
  /** Opens a file by its path relative to the sample workspace. `:line` may follow the path. */
  readonly openFile: (path: string) => Promise<void>;
  /** Opens the panel and drags the left edge of its side bar, so that the side bar is `width` CSS pixels wide. */
  readonly showPanel: (width: number) => Promise<FrameLocator>;
  /** Selects `count` lines in the focused editor, from the cursor's line on. Presses Home, then repeats Shift+Down. */
  readonly selectLines: (count: number) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

export async function openPictureWindow(options: PictureWindowOptions): Promise<PictureWindow> {
  const temporary = await mkdtemp(join(tmpdir(), 'tally-pictures-'));
  const folder = join(temporary, 'shop');
  await cp(join(import.meta.dirname, 'sampleWorkspace'), folder, { recursive: true });
  const standIn = await startStandIn({ rate: Infinity });
  const workbench = await startWorkbench({
    open: { folder },
    vsix: packageFile,
    colorTheme: options.colorTheme,
    viewport: options.viewport,
    deviceScaleFactor: options.scale,
    settings: {
      'editor.fontSize': 13,
      'editor.lightbulb.enabled': 'off',
      'editor.minimap.enabled': false,
      'window.menuBarVisibility': 'classic',
    },
    ...(options.hasKey && { env: { TALLY_BASE_URL: standIn.baseUrl, TALLY_API_KEY: standIn.apiKey } }),
  });
  if (options.hasKey) await useServiceOfEnvironment(workbench);
  const { page } = workbench;
  const sideBar = page.locator('.part.auxiliarybar');
  return {
    workbench,
    page,
    standIn,
    openFile: async (path) => workbench.openFile(join(folder, path)),
    showPanel: async (width) => {
      const panel = await workbench.openPanel();
      await dragLeftEdge(page, sideBar, width);
      return panel;
    },
    selectLines: async (count) => {
      await page.keyboard.press('Home');
      await page.keyboard.down('Shift');
      for (let line = 0; line < count; line += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.up('Shift');
    },
    dispose: async () => {
      await workbench.dispose();
      await standIn.close();
      await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function dragLeftEdge(page: Page, part: Locator, width: number): Promise<void> {
  const box = await part.boundingBox();
  if (box === null) throw new Error('The secondary side bar is not shown.');
  // VS Code's drag handle also covers two pixels to the left of the edge.
  const [x, y] = [box.x - 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + box.width - width, y, { steps: 5 });
  await page.mouse.up();
}
