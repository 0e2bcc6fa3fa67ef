import type { FileStore } from '../../src/common/fileStore.ts';

/** The operations that change files. */
export const writes: ReadonlySet<string> = new Set<keyof FileStore>([
  'append',
  'write',
  'rewrite',
  'create',
  'move',
  'remove',
]);

/**
 * Wraps a real store. Before each operation, calls `fault` with the name of the operation and the operation's first two
 * arguments, such as the name of the file and the text to write. If `fault` returns an error code such as `ENOSPC`, the
 * operation rejects with this code and does nothing.
 */
export function createFaultyStore(
  files: FileStore,
  fault: (operation: keyof FileStore, name: string, text: unknown) => string | undefined,
): FileStore {
  return new Proxy(files, {
    get: (target, operation: keyof FileStore) => {
      const run: (name: string, ...rest: readonly never[]) => Promise<unknown> = Reflect.get(target, operation);
      return async (name: string, ...rest: readonly never[]) => {
        const code = fault(operation, name, rest[0]);
        if (code !== undefined) throw Object.assign(new Error(`${code}: ${operation} ${name}`), { code });
        return run(name, ...rest);
      };
    },
  });
}
