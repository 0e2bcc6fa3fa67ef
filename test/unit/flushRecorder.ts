import { open } from 'node:fs/promises';
import path from 'node:path';
import type { OpenFile } from '../../src/node/flushFolder.ts';

/**
 * Returns a function that opens files below `folder` for a real store. When a file or folder has been flushed, passes
 * its path relative to `folder` to `record`.
 */
export function createFlushRecorder(folder: string, record: (flushed: string) => void): OpenFile {
  return async (file, flags, mode) => {
    const handle = await open(file, flags, mode);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      record(path.relative(folder, file) || '.');
    };
    return handle;
  };
}
