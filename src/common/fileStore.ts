/**
 * Stores files under `/`-separated names below one folder. The interface is small so that a host without Node can
 * implement it.
 */
export interface FileStore {
  /** Returns the whole text, or undefined if there is no such file. */
  read(name: string): Promise<string | undefined>;
  /** Returns at most `length` bytes from an offset on, or none at the end. Bytes, because UTF-8 cannot be sliced by character. */
  readFrom(name: string, offset: number, length?: number): Promise<Uint8Array>;
  /** Appends in one write. Resolves when the text is on disk if `flush` is true, else when the system has it. */
  append(name: string, text: string, options?: { readonly flush?: boolean }): Promise<void>;
  /** Replaces the file atomically. Resolves when the text is on disk, or when the system has it if `flush` is false. */
  write(name: string, text: string, options?: { readonly flush?: boolean }): Promise<void>;
  /** Creates the file atomically. Returns false, and changes nothing, if there is one. */
  create(name: string, text: string): Promise<boolean>;
  /** Returns the names of the files directly in a folder, or none if there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Returns the files directly in a folder whose names have this ending, or none if there is no such folder. */
  stat(folder: string, ending: string): Promise<readonly FileFacts[]>;
  /** Renames a file, and replaces a file of the new name. Returns false if there is no such file. */
  move(name: string, newName: string): Promise<boolean>;
  /** Deletes a file. Does nothing if there is none. */
  remove(name: string): Promise<void>;
}

/** A change of either figure means that the file has changed. */
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
