/** A piece of text that is sent with a message: exactly the part that the person picked. */
export interface Attachment {
  readonly id: string;
  /** Relative to the workspace where possible, with `/`; empty for text that was pasted. */
  readonly path: string;
  /** One-based, both inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly languageId: string;
  readonly code: string;
  /** Where it can be opened again, if it can. */
  readonly uri?: string;
  /** Pasted into the message box. It can be put back there as text. */
  readonly isPasted?: boolean;
  /** Switched off by the person: it is kept, and neither sent nor counted. */
  readonly isOff?: boolean;
}

/** Such as `src/main.ts:10-24`, or `src/main.ts:10` for one line. */
export function attachmentLabel({ path, startLine, endLine }: Attachment): string {
  return startLine === endLine ? `${path}:${startLine}` : `${path}:${startLine}-${endLine}`;
}

/** The attachments that are sent with the message. */
export function switchedOn(attachments: readonly Attachment[]): readonly Attachment[] {
  return attachments.filter(({ isOff }) => isOff !== true);
}
