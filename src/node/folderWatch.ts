import { mkdirSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import type { WatchFolder } from '../common/fileStore.ts';

/** Watches folders below `root`. Reports nothing if the operating system offers no file events. */
export function createFolderWatch(root: string): WatchFolder {
  return (folder, onDidChange) => {
    let watcher: FSWatcher | undefined;
    try {
      const watched = path.join(root, folder);
      mkdirSync(watched, { recursive: true });
      watcher = watch(watched, { persistent: false }, (_, name) => onDidChange(name ?? undefined));
      // For example, the folder was removed.
      watcher.on('error', () => watcher?.close());
    } catch {
      // For example, the system's limit of watches is reached. Callers must tolerate missed changes.
    }
    return () => watcher?.close();
  };
}
