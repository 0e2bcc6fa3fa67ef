import type { FileStore } from '../../src/common/fileStore.ts';

/**
 * Wraps a real store. Before each operation, calls `fault` with the name of the operation and of the file. If `fault`
 * returns an error code such as `ENOSPC`, the operation rejects with this code and does nothing.
 */
export function createFaultyStore(
  files: FileStore,
  fault: (operation: keyof FileStore, name: string) => string | undefined,
): FileStore {
  return new Proxy(files, {
    get: (target, operation: keyof FileStore) => {
      const run = target[operation] as (name: string, ...rest: readonly unknown[]) => Promise<unknown>;
      return async (name: string, ...rest: readonly unknown[]) => {
        const code = fault(operation, name);
        if (code !== undefined) throw Object.assign(new Error(`${code}: ${operation} ${name}`), { code });
        return run(name, ...rest);
      };
    },
  });
}
