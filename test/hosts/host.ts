/** A VS Code that `npm start` opened for a person. */
export interface Host {
  /** Resolves when the person has closed VS Code. Never resolves for VS Code in the browser. */
  readonly closed: Promise<unknown>;
  readonly close: () => Promise<void>;
}
