import { mkdirSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import type { WatchFolder } from '../common/fileStore.ts';
import { ownerOnly } from './privateFiles.ts';

/**
 * Returns a function that watches `root` or a folder below `root`. The function creates the folder if it is missing. If
 * watching fails, the function does not throw, but later changes are not reported.
 */
export function createFolderWatch(root: string): WatchFolder {
  return (folder, onDidChange) => {
    let watcher: FSWatcher | undefined;
    try {
      const watched = path.join(root, folder);
      mkdirSync(watched, { recursive: true, mode: ownerOnly.folder });
      watcher = watch(watched, { persistent: false }, (_, name) => onDidChange(name ?? undefined));
      // Stop watching after an error, for example if the folder was removed.
      watcher.on('error', () => watcher?.close());
    } catch {
      // Watching fails, for example, if the system's limit of watches is reached. Callers must tolerate missed changes.
    }
    return () => watcher?.close();
  };
}
