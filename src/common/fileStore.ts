/**
 * The files that the product keeps, by `/`-separated names below one folder.
 * Small on purpose, so that a host without Node can have its own.
 */
export interface FileStore {
  /** The whole text, or undefined when there is no such file. */
  read(name: string): Promise<string | undefined>;
  /** The bytes from an offset on, since text that anything may stand in has no length of its own; empty when there is nothing new. */
  readFrom(name: string, offset: number): Promise<Uint8Array>;
  /** Appends in one write. Resolves when the text is on disk if `flush` is set, else when the system has it. */
  append(name: string, text: string, options?: { readonly flush?: boolean }): Promise<void>;
  /** Replaces the file whole: a reader sees the old text or the new, never a part. */
  write(name: string, text: string): Promise<void>;
  /** The names of the files directly in a folder; empty when there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
}
