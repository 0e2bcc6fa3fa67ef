/** A VS Code that was opened for a person. */
export interface Host {
  /** Resolves when the person has closed it; never for one in the browser. */
  readonly closed: Promise<unknown>;
  readonly close: () => Promise<void>;
}
