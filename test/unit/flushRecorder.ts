import { open } from 'node:fs/promises';
import path from 'node:path';
import type { OpenFile } from '../../src/node/flushFolder.ts';

/**
 * Returns a function with which `createNodeFileStore` opens files and folders. Each time one of them has been flushed,
 * `record` is called with its path relative to `folder`, or with `.` for `folder` itself.
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
