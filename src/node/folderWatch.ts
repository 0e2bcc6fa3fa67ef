import { mkdirSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import type { WatchFolder } from '../common/fileStore.ts';

/** Watches folders below `root` with the system's file events. Reports nothing where the system offers none. */
export function createFolderWatch(root: string): WatchFolder {
  return (folder, onDidChange) => {
    let watcher: FSWatcher | undefined;
    try {
      const watched = path.join(root, folder);
      mkdirSync(watched, { recursive: true });
      watcher = watch(watched, { persistent: false }, (_, name) => onDidChange(name ?? undefined));
      // Such as when the folder is removed.
      watcher.on('error', () => watcher?.close());
    } catch {
      // The system's limit of watches is reached. The lease is read again before anything is sent.
    }
    return () => watcher?.close();
  };
}
