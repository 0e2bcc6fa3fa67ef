import { join } from 'node:path';

/** The project's folder, which is also the extension's when it runs from its sources. */
export const projectFolder = join(import.meta.dirname, '..', '..');

/** The package that `npm run package` makes. */
export const packageFile = join(projectFolder, 'dist', 'tally-chat.vsix');
