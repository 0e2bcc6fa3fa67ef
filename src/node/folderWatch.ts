import { mkdirSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import type { WatchFolder } from '../common/fileStore.ts';

/** Watches folders below `root` by the system's own notices; where there are none, nothing is told. */
export function createFolderWatch(root: string): WatchFolder {
  return (folder, onDidChange) => {
    let watcher: FSWatcher | undefined;
    try {
      const watched = path.join(root, folder);
      mkdirSync(watched, { recursive: true });
      watcher = watch(watched, { persistent: false }, (_, name) => onDidChange(name ?? undefined));
      // A folder that is removed, say.
      watcher.on('error', () => watcher?.close());
    } catch {
      // The system has no more watches to give: the lease is looked at again before anything is sent.
    }
    return () => watcher?.close();
  };
}
