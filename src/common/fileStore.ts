/**
 * Reads and writes files below one root folder. The names of files and folders are paths relative to the root folder,
 * with `/` as the separator. The interface is small, so that a host without Node can implement it.
 */
export interface FileStore {
  /** Returns the text of a file, or undefined if the file does not exist. */
  read(name: string): Promise<string | undefined>;
  /**
   * Returns at most `length` bytes, starting at a byte offset. Without `length`, returns all bytes from the offset to
   * the end of the file. Returns no bytes if the file ends at or before the offset, or does not exist. Returns bytes
   * instead of text, because the offset may be in the middle of a character.
   */
  readFrom(name: string, offset: number, length?: number): Promise<Uint8Array>;
  /**
   * Appends a text to a file, which is created if necessary. With `flush: true`, resolves when the text is on disk. By
   * default, resolves when the operating system has the text.
   */
  append(name: string, text: string, options?: AppendOptions): Promise<void>;
  /**
   * Creates or replaces a file atomically. By default, resolves when the text is on disk. With `flush: false`, resolves
   * when the operating system has the text.
   */
  write(name: string, text: string, options?: WriteOptions): Promise<void>;
  /**
   * Replaces the text of a file atomically with the text that `change` returns. Changes nothing if `change` resolves with
   * undefined, or if the file does not exist. Resolves when the text is on disk. Keeps text that another process appends
   * meanwhile with `repeatIfReplaced`. A file system without hard links may lose such text.
   */
  rewrite(name: string, change: (text: string) => Promise<string | undefined>): Promise<void>;
  /**
   * Creates a file and returns true. If the file exists, changes nothing and returns false. Creates the file atomically
   * if the file system can do so. With `flush: true`, resolves when a created file is on disk.
   */
  create(name: string, text: string, options?: WriteOptions): Promise<boolean>;
  /**
   * Returns the names of the files and subfolders directly in a folder, relative to this folder. Returns no names if
   * the folder does not exist.
   */
  list(folder: string): Promise<readonly string[]>;
  /**
   * Returns facts about each file that is directly in a folder and has a name that ends with `ending`. Returns no facts
   * if the folder does not exist. If the system refuses the facts of a file, returns infinite facts for this file.
   */
  stat(folder: string, ending: string): Promise<readonly FileFacts[]>;
  /**
   * Renames a file and returns true. Replaces any file that has the new name. Returns false if the file to rename does
   * not exist. With `flush: true`, resolves when the new name is on disk. By default, resolves when the operating system
   * has the new name.
   */
  move(name: string, newName: string, options?: Pick<WriteOptions, 'flush'>): Promise<boolean>;
  /** Deletes a file. Does nothing if the file does not exist. */
  remove(name: string): Promise<void>;
}

export interface WriteOptions {
  readonly flush?: boolean;
  /** By default, the method rejects. */
  readonly ifRefused?: IfRefused;
  /**
   * Used by `write` if the write is kept in memory. Gets the text that the file has now, which another process may have
   * written since. If the function returns true, the kept write is dropped.
   */
  readonly isOutdatedBy?: (text: string) => boolean;
}

export interface AppendOptions extends WriteOptions {
  /**
   * If another process replaces the file during the append, appends the text to the new file, too. The new file may then
   * have the text twice.
   */
  readonly repeatIfReplaced?: boolean;
}

/**
 * The action to take if the disk refuses a write, for example because the disk is full. Only a WriteBuffer can keep
 * writes. A store without a WriteBuffer rejects in each case.
 * - `reject`: the method rejects with the system's error.
 * - `keep`: the write is kept in memory, and the method resolves. The write is repeated until it succeeds.
 * - `ask`: the user is asked whether to keep the write or to try again. If the user declines both, the method rejects
 *   with a WriteDeclinedError.
 */
export type IfRefused = 'reject' | 'keep' | 'ask';

/** The disk refused a write, and the user decided not to continue. `cause` is the system's error. */
export class WriteDeclinedError extends Error {
  override readonly name = 'WriteDeclinedError';

  /** Compares names, because each bundle of the extension has its own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'WriteDeclinedError';
  }
}

/** Facts about a file. A caller can compare them with earlier facts to detect that the file may have changed. */
export interface FileFacts {
  /** The file name without a path. */
  readonly name: string;
  /** The size in bytes. Infinity if the system refuses to tell it. */
  readonly size: number;
  /** The time of the last modification, in milliseconds since the epoch. Infinity if the system refuses to tell it. */
  readonly modifiedAt: number;
}

/**
 * Watches a folder of the store, and returns a function that ends the watch. `onDidChange` gets the name of the changed
 * file, or undefined if the system does not report the name. Changes may be missed.
 */
export type WatchFolder = (folder: string, onDidChange: (name: string | undefined) => void) => () => void;
