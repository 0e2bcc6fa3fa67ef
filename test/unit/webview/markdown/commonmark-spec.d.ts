declare module 'commonmark-spec' {
  export interface Example {
    readonly markdown: string;
    readonly html: string;
    readonly section: string;
    readonly number: number;
  }
  export const tests: readonly Example[];
  /** The whole specification in markdown. */
  export const text: string;
}
