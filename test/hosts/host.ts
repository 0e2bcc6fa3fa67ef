/** VS Code as `npm start` opened it, on the desktop or in a browser. */
export interface Host {
  /** Resolves when the user has closed desktop VS Code. Never resolves for VS Code in a browser. */
  readonly closed: Promise<unknown>;
  readonly close: () => Promise<void>;
}
