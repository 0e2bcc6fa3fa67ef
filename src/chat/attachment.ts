/** A piece of a file that goes with a message: exactly what the person picked. */
export interface Attachment {
  readonly id: string;
  /** Relative to the workspace where possible, with `/`. */
  readonly path: string;
  /** One-based, both inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly languageId: string;
  readonly code: string;
}

/** Such as `src/main.ts:10-24`, or `src/main.ts:10` for one line. */
export function attachmentLabel({ path, startLine, endLine }: Attachment): string {
  return startLine === endLine ? `${path}:${startLine}` : `${path}:${startLine}-${endLine}`;
}
