/**
 * The files that the product keeps, by `/`-separated names below one folder.
 * Small on purpose, so that a host without Node can have its own.
 */
export interface FileStore {
  /** The whole text, or undefined when there is no such file. */
  read(name: string): Promise<string | undefined>;
  /** The bytes from an offset on, at most `length`, since text that anything may stand in has no length of its own; empty when there is nothing new. */
  readFrom(name: string, offset: number, length?: number): Promise<Uint8Array>;
  /** Appends in one write. Resolves when the text is on disk if `flush` is set, else when the system has it. */
  append(name: string, text: string, options?: { readonly flush?: boolean }): Promise<void>;
  /** Replaces the file whole: a reader sees the old text or the new, never a part. On disk when it resolves, unless `flush` is false. */
  write(name: string, text: string, options?: { readonly flush?: boolean }): Promise<void>;
  /** Makes the file if there is none; false, and nothing done, if there is one. */
  create(name: string, text: string): Promise<boolean>;
  /** The names of the files directly in a folder; empty when there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  /** The files directly in a folder whose names end so; empty when there is no such folder. */
  stat(folder: string, ending: string): Promise<readonly FileFacts[]>;
  /** Gives a file another name, in place of a file that has it; false when there is no such file. */
  move(name: string, newName: string): Promise<boolean>;
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>;
}

/** What tells whether a file has changed. */
export interface FileFacts {
  /** Within its folder. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/**
 * Watches a folder of the store until the returned function is called. `onDidChange` gets the name of the changed file,
 * or undefined if it is not known. Changes may be missed.
 */
export type WatchFolder = (folder: string, onDidChange: (name: string | undefined) => void) => () => void;
