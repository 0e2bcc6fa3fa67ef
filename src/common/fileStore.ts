/**
 * Reads and writes files below one folder. File names are paths relative to this folder, with `/` as the separator. The
 * interface is small, so that a host without Node can implement it.
 */
export interface FileStore {
  /** Returns the text of a file, or undefined if the file does not exist. */
  read(name: string): Promise<string | undefined>;
  /**
   * Returns at most `length` bytes from a byte offset on, or no bytes at the end of the file. Returns bytes instead of
   * text, because UTF-8 cannot be sliced by character.
   */
  readFrom(name: string, offset: number, length?: number): Promise<Uint8Array>;
  /**
   * Appends a text in a single write. With `flush: true`, resolves when the text is on disk. By default, resolves when
   * the operating system has the text.
   */
  append(name: string, text: string, options?: { readonly flush?: boolean }): Promise<void>;
  /**
   * Creates or replaces a file atomically. Resolves when the text is on disk. With `flush: false`, resolves when the
   * operating system has the text.
   */
  write(name: string, text: string, options?: { readonly flush?: boolean }): Promise<void>;
  /** Creates a file atomically. Returns false and changes nothing if the file exists. */
  create(name: string, text: string): Promise<boolean>;
  /** Returns the names of the files directly in a folder, or no names if the folder does not exist. */
  list(folder: string): Promise<readonly string[]>;
  /**
   * Returns facts about the files directly in a folder whose names end with `ending`. Returns no facts if the folder
   * does not exist.
   */
  stat(folder: string, ending: string): Promise<readonly FileFacts[]>;
  /** Renames a file and overwrites any file with the new name. Returns false if the file does not exist. */
  move(name: string, newName: string): Promise<boolean>;
  /** Deletes a file. Does nothing if the file does not exist. */
  remove(name: string): Promise<void>;
}

/** Facts about a file. If `size` or `modifiedAt` differs from an earlier value, the file may have changed. */
export interface FileFacts {
  /** The name relative to the folder that contains the file. */
  readonly name: string;
  /** The size in bytes. */
  readonly size: number;
  /** The time of the last modification, in milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/**
 * Watches a folder of the store, and returns a function that ends the watch. `onDidChange` gets the name of the changed
 * file, or undefined if the system does not report the name. Changes may be missed.
 */
export type WatchFolder = (folder: string, onDidChange: (name: string | undefined) => void) => () => void;
