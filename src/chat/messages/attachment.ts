/** A piece of text that goes with a message: exactly what the person picked. */
export interface Attachment {
  readonly id: string;
  /** Relative to the workspace where possible, with `/`; empty for text that was pasted. */
  readonly path: string;
  /** One-based, both inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly languageId: string;
  readonly code: string;
  /** Where it can be opened again; absent where it cannot. */
  readonly uri?: string;
  /** It was pasted into the message box, and can be put there as text. */
  readonly isPasted?: boolean;
  /** The person has switched it off: it is kept, and neither sent nor counted. */
  readonly isOff?: boolean;
}

/** Such as `src/main.ts:10-24`, or `src/main.ts:10` for one line. */
export function attachmentLabel({ path, startLine, endLine }: Attachment): string {
  return startLine === endLine ? `${path}:${startLine}` : `${path}:${startLine}-${endLine}`;
}

/** Those that go with the message. */
export function switchedOn(attachments: readonly Attachment[]): readonly Attachment[] {
  return attachments.filter(({ isOff }) => isOff !== true);
}
