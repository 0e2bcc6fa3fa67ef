/** The VS Code that `npm start` has started: desktop VS Code, or VS Code's server for a browser. */
export interface Host {
  /** Resolves when desktop VS Code has ended, e.g. because the user closed it. Never resolves for the server. */
  readonly closed: Promise<unknown>;
  readonly close: () => Promise<void>;
}
