/** Takes a picture of the panel in every state, theme and width: `node test/ui/panelPictures.ts <folder>`. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startPanelHarness, themeNames } from './panelHarness.ts';
import { panelStates, showState } from './panelStates.ts';

const folder = process.argv[2] ?? 'dist/pictures';
await mkdir(folder, { recursive: true });
const harness = await startPanelHarness();
try {
  for (const theme of themeNames) {
    for (const width of [300, 600]) {
      for (const state of Object.keys(panelStates)) {
        const panel = await harness.open({ theme, width, height: state === 'long' ? 1900 : 700 });
        await showState(panel, state);
        // Colours come in idle time; there is no event for the last of them.
        await panel.page.waitForTimeout(state === 'long' || state === 'streaming' ? 1500 : 150);
        await panel.page.screenshot({ path: join(folder, `${state}-${theme}-${width}.png`) });
        if (panel.problems.length > 0) console.error(state, theme, width, panel.problems);
        await panel.close();
      }
    }
  }
} finally {
  await harness.dispose();
}
