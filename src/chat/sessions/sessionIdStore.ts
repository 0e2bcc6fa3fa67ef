/** Remembers the id of the shown session across reloads, in VS Code's storage. */
export interface SessionIdStore {
  get(): string | undefined;
  set(id: string): Promise<void>;
}
