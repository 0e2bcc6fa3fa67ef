/** Takes a picture of the Spend page in every state, theme and width: `node test/ui/spendPictures.ts <folder> [state …]`. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startSpendHarness } from './spendHarness.ts';
import { now, spendStates } from './spendStates.ts';
import { themeNames } from './webviewHarness.ts';

const [folder = 'dist/pictures', ...wanted] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const harness = await startSpendHarness();
try {
  for (const theme of themeNames) {
    for (const width of [300, 700, 1200]) {
      for (const [name, show] of Object.entries(spendStates)) {
        if (wanted.length > 0 && !wanted.includes(name)) continue;
        const page = await harness.open({ theme, width, height: 900, now });
        await show(page);
        await page.page.screenshot({ path: join(folder, `spend-${name}-${theme}-${width}.png`), fullPage: true });
        if (page.problems.length > 0) console.error(name, theme, width, page.problems);
        await page.close();
      }
    }
  }
} finally {
  await harness.dispose();
}
