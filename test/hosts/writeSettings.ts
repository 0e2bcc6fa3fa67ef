import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes the settings to `settings.json` in `folder`. Creates the folder if it is missing. */
export async function writeSettings(folder: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.json'), JSON.stringify(settings, undefined, 2));
}
