import type { FileStore, WriteOptions } from './fileStore.ts';
import { isJsonObject, parseJson, type JsonObject } from './json.ts';

/**
 * A JSON file with a version number. A file of a newer version is read as far as possible, but never changed. This
 * version's value is then kept in a second file, whose name has this version's number, such as `draft.1.json`.
 */
export interface VersionedFile<Value> {
  /**
   * Returns the value, or undefined if the file does not exist, is empty or cannot be understood at all. If any part of the file
   * cannot be understood, renames the file, so that nothing in it is lost. Rejects if the file cannot be read.
   */
  read(): Promise<Value | undefined>;
  write(value: Value, options?: WriteOptions): Promise<void>;
  /** Deletes the file that `read` has read. A file of a newer version is renamed instead, so that nothing in it is lost. */
  remove(): Promise<void>;
}

export interface VersionedFileFormat<Value> {
  /** The name of the file, which ends with `.json`. */
  readonly name: string;
  readonly version: number;
  /** Returns the fields of the file. */
  readonly format: (value: Value) => JsonObject;
  /** Reads as much as possible from the fields of this version, of an earlier version or of a newer version. */
  readonly parse: (fields: JsonObject) => ParsedFile<Value>;
  /** Called when a file was renamed because a part of it cannot be understood. `name` is the file's new name. */
  readonly onUnreadable: (name: string) => void;
}

export interface ParsedFile<Value> {
  readonly value: Value | undefined;
  /** True if every field was understood. */
  readonly isWhole: boolean;
}

export function createVersionedFile<Value>(
  files: FileStore,
  { name, version, format, parse, onUnreadable }: VersionedFileFormat<Value>,
): VersionedFile<Value> {
  const secondName = name.replace(/\.json$/, `.${version}.json`);
  /** The name of the file to write. */
  let ownName = name;
  let isNewer = false;

  const setAside = async (unreadable: string) => {
    const newName = `${unreadable}.${Date.now()}.unreadable`;
    try {
      await files.move(unreadable, newName);
      onUnreadable(newName);
    } catch {
      // The disk refuses to rename the file. The other file is written instead, so that nothing is lost.
      ownName = unreadable === name ? secondName : name;
    }
  };

  const readFile = async (each: string) => {
    const text = await files.read(each);
    const isEmpty = text === undefined || text.trim() === '';
    const fields = isEmpty ? undefined : parseJson(text);
    const parsed = isJsonObject(fields) ? parse(fields) : { value: undefined, isWhole: isEmpty };
    return { ...parsed, isNewer: isNewerVersion(fields, version) };
  };

  return {
    async read() {
      const first = await readFile(name);
      isNewer = first.isNewer;
      if (isNewer) {
        ownName = secondName;
        const second = await readFile(secondName);
        if (!second.isWhole) await setAside(secondName);
        return second.value ?? first.value;
      }
      ownName = name;
      if (!first.isWhole) await setAside(name);
      return first.value;
    },
    async write(value, options) {
      await files.write(ownName, JSON.stringify({ version, ...format(value) }), options);
    },
    async remove() {
      if (isNewer) await setAside(name);
      else await files.remove(name);
    },
  };
}

/** Returns true if a newer version of the extension wrote this JSON value, which is a file or its first record. */
export function isNewerVersion(value: unknown, version: number): boolean {
  return isJsonObject(value) && typeof value['version'] === 'number' && value['version'] > version;
}
