import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes the settings that a VS Code reads from `folder` when it starts. */
export async function writeSettings(folder: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.json'), JSON.stringify(settings, undefined, 2));
}
