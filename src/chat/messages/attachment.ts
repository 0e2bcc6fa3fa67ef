/** A piece of a file, or pasted text, that is sent with a message. */
export interface Attachment {
  readonly id: string;
  /** Relative to the workspace, or the file's name alone if the file is outside. Empty for pasted text. */
  readonly path: string;
  /** One-based. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
  readonly languageId: string;
  readonly code: string;
  /** The source file. Absent if the text comes from no file that can be opened. */
  readonly uri?: string;
  /** True if the text was pasted into the message box. The person can turn it back into plain text. */
  readonly isPasted?: boolean;
  /** True if the person switched the attachment off: it stays in the draft, but is not sent or counted. */
  readonly isOff?: boolean;
}

/** Returns a label such as `src/main.ts:10-24`, or `src/main.ts:10` for one line. */
export function attachmentLabel({ path, startLine, endLine }: Attachment): string {
  return startLine === endLine ? `${path}:${startLine}` : `${path}:${startLine}-${endLine}`;
}

/** Returns the attachments that are not switched off. Only these are sent. */
export function switchedOn(attachments: readonly Attachment[]): readonly Attachment[] {
  return attachments.filter(({ isOff }) => isOff !== true);
}
