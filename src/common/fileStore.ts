/**
 * Reads and writes files in one folder. File names are relative to the folder and separated by `/`. The interface is
 * small, so that a host without Node can implement it.
 */
export interface FileStore {
  /** Returns the text of a file, or undefined if the file does not exist. */
  read(name: string): Promise<string | undefined>;
  /**
   * Returns at most `length` bytes from a byte offset on; none at the end of the file. Returns bytes, because UTF-8
   * cannot be sliced by character.
   */
  readFrom(name: string, offset: number, length?: number): Promise<Uint8Array>;
  /**
   * Appends a text in a single write. With `flush`, resolves when the text is on disk. By default it resolves when the
   * operating system has the text.
   */
  append(name: string, text: string, options?: { readonly flush?: boolean }): Promise<void>;
  /**
   * Replaces a file atomically. Resolves when the text is on disk. With `flush: false` it resolves when the operating
   * system has the text.
   */
  write(name: string, text: string, options?: { readonly flush?: boolean }): Promise<void>;
  /** Creates a file atomically. Returns false and changes nothing if the file exists. */
  create(name: string, text: string): Promise<boolean>;
  /** Returns the names of the files directly in a folder; none if the folder does not exist. */
  list(folder: string): Promise<readonly string[]>;
  /**
   * Returns the facts of the files directly in a folder whose names end with `ending`; none if the folder does not
   * exist.
   */
  stat(folder: string, ending: string): Promise<readonly FileFacts[]>;
  /** Renames a file and overwrites any file with the new name. Returns false if the file does not exist. */
  move(name: string, newName: string): Promise<boolean>;
  /** Deletes a file. Does nothing if the file does not exist. */
  remove(name: string): Promise<void>;
}

/** Facts about a file. A change of `size` or `modifiedAt` means that the file has changed. */
export interface FileFacts {
  /** The name relative to the folder that contains the file. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/**
 * Watches a folder of the store, and returns a function that ends the watch. `onDidChange` gets the name of the changed
 * file, or undefined if the system does not tell the name. Changes may be missed.
 */
export type WatchFolder = (folder: string, onDidChange: (name: string | undefined) => void) => () => void;
