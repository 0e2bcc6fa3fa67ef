import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes `settings.json` into `folder`, from which a VS Code reads its settings at its start. */
export async function writeSettings(folder: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.json'), JSON.stringify(settings, undefined, 2));
}
