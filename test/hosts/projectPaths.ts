import { join } from 'node:path';

/** The root of the repository. Also the extension's folder when VS Code runs the extension from its sources. */
export const projectFolder = join(import.meta.dirname, '..', '..');

/** The extension's package (.vsix), which `npm run package` creates. */
export const packageFile = join(projectFolder, 'dist', 'tally-chat.vsix');
