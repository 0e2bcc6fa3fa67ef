/** Lines of a file, or pasted text, to send with a message. */
export interface Attachment {
  readonly id: string;
  /**
   * The path in the workspace, or only the file's name if the file is outside the workspace. Empty for pasted text
   * whose file is not known.
   */
  readonly path: string;
  /** The one-based number of the first line in the file. 1 if `path` is empty. */
  readonly startLine: number;
  /** The one-based number of the last line. */
  readonly endLine: number;
  readonly languageId: string;
  readonly code: string;
  /** The URI of the source file. Absent if the text comes from no file that can be opened. */
  readonly uri?: string;
  /** True if the text was pasted into the message box. The user can turn such an attachment back into plain text. */
  readonly isPasted?: boolean;
  /**
   * True if the user switched the attachment off. It then stays in the draft, but is neither sent nor included in the
   * estimated cost.
   */
  readonly isOff?: boolean;
}

/** Returns the path with the line numbers, such as `src/main.ts:10-24`, or `src/main.ts:10` for a single line. */
export function attachmentLabel({ path, startLine, endLine }: Attachment): string {
  return startLine === endLine ? `${path}:${startLine}` : `${path}:${startLine}-${endLine}`;
}

/** Returns the attachments that are not switched off. Only these attachments are sent. */
export function switchedOn(attachments: readonly Attachment[]): readonly Attachment[] {
  return attachments.filter(({ isOff }) => isOff !== true);
}
