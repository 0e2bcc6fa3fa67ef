import type { FileStore, WriteOptions } from './fileStore.ts';
import { isJsonObject, parseJson, type JsonObject } from './json.ts';

/**
 * A JSON file with a version number. A file of a newer version is read as far as possible. If the last `read` found a
 * newer version, `write` does not change the file. It stores the value in a second file, whose name contains our
 * version, such as `draft.1.json`.
 */
export interface VersionedFile<Value> {
  /**
   * Returns the value, or undefined if the file does not exist, is empty or cannot be understood at all. If the file
   * has a newer version, prefers the value of the second file. Checks the file that the next `write` will replace. If a
   * part of this file cannot be understood, renames or copies the file, so that nothing in it is lost. Does nothing of
   * this if an earlier copy has the same text. Rejects if a file cannot be read.
   */
  read(): Promise<Value | undefined>;
  /**
   * Replaces the file. If the last `read` found a newer version, replaces the second file instead. If `read` has not
   * succeeded yet, calls `read` first.
   */
  write(value: Value, options?: WriteOptions): Promise<void>;
  /**
   * Deletes the file. If `read` has found a newer version, renames (or copies) the file instead, and deletes the second
   * file.
   */
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
  /**
   * Called when `read` has renamed or copied a file because a part of the file cannot be understood. Also called when
   * `remove` has renamed or copied a file of a newer version. `name` is the new name.
   */
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
  /** The name of the file to write. Undefined until the file was read. */
  let ownName: string | undefined;
  /** The text of the file if it has a newer version. */
  let newerText: string | undefined;
  /** The text of the last damaged file that `read` has renamed or copied. */
  let savedText: string | undefined;

  /** Resolves with true, and changes nothing, if an earlier copy has the text. */
  const setAside = async (unreadable: string, text: string): Promise<boolean> => {
    // Otherwise, each start would add a copy if the file cannot be renamed, or if a program restores the damaged file.
    if (await hasCopy(files, unreadable, text)) return true;
    const newName = `${unreadable}.${Date.now()}.unreadable`;
    // If the file cannot be renamed, its text is written to a copy. If the disk refuses the copy too, a WriteBuffer
    // keeps the copy in memory until the disk accepts it.
    const copy = async () => files.write(newName, text, { ifRefused: 'keep' });
    await files.move(unreadable, newName).catch(copy);
    onUnreadable(newName);
    return false;
  };

  const readFile = async (each: string) => {
    const text = (await files.read(each)) ?? '';
    const isEmpty = text.trim() === '';
    const fields = isEmpty ? undefined : parseJson(text);
    const parsed = isJsonObject(fields) ? parse(fields) : { value: undefined, isWhole: isEmpty };
    return { ...parsed, text, isNewer: isNewerVersion(fields, version) };
  };

  const read = async () => {
    const first = await readFile(name);
    newerText = first.isNewer ? first.text : undefined;
    const newOwnName = first.isNewer ? secondName : name;
    const own = first.isNewer ? await readFile(secondName) : first;
    // A read-only disk refuses to rename the file, so each call finds the same text again.
    if (!own.isWhole && own.text !== savedText) {
      await setAside(newOwnName, own.text);
      savedText = own.text;
    }
    ownName = newOwnName;
    return own.value ?? first.value;
  };

  return {
    read,
    async write(value, options) {
      if (ownName === undefined) await read();
      await files.write(ownName ?? name, JSON.stringify({ version, ...format(value) }), options);
    },
    async remove() {
      if (newerText === undefined) return files.remove(name);
      if (await setAside(name, newerText)) await files.remove(name);
      await files.remove(secondName);
    },
  };
}

/** Returns true if one of the files that were set aside under the names `<name>.<time>.unreadable` has the text. */
async function hasCopy(files: FileStore, name: string, text: string): Promise<boolean> {
  const folder = name.slice(0, Math.max(0, name.lastIndexOf('/')));
  const start = `${name.slice(name.lastIndexOf('/') + 1)}.`;
  const names = await files.list(folder).catch(() => []);
  for (const copy of names.filter((each) => each.startsWith(start) && each.endsWith('.unreadable'))) {
    const copied = await files.read(folder === '' ? copy : `${folder}/${copy}`).catch(() => undefined);
    if (copied === text) return true;
  }
  return false;
}

/**
 * Returns true if a newer version of the extension wrote `value`, which is the content of a JSON file, or a record of a
 * log. `version` is the version of the format that this version of the extension writes.
 */
export function isNewerVersion(value: unknown, version: number): boolean {
  return isJsonObject(value) && typeof value['version'] === 'number' && value['version'] > version;
}
