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
  /** True if the attachment is the whole text that the source file had when the user attached it. */
  readonly isWholeFile?: boolean;
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

/**
 * Returns `current` followed by the attachments of `added` that it does not contain yet, ignoring ids. If an added
 * attachment is already in `current` and only switched off there, switches it on. Selected lines that are now attached as
 * a whole file become a whole file. The attachments with the ids `leaving` are about to be removed, so they do not count.
 * Returns `current` itself if nothing changes.
 */
export function mergeAttachments(
  current: readonly Attachment[],
  added: readonly Attachment[],
  leaving: ReadonlySet<string> = new Set(),
): readonly Attachment[] {
  let merged = current;
  for (const attachment of added) {
    const index = merged.findIndex((each) => !leaving.has(each.id) && isSame(each, attachment));
    const same = merged[index];
    if (same === undefined) merged = [...merged, attachment];
    else if (attachment.isWholeFile === true && same.isWholeFile !== true && same.isPasted !== true)
      merged = merged.with(index, { ...same, isWholeFile: true, isOff: false });
    else if (same.isOff === true && attachment.isOff !== true) merged = merged.with(index, { ...same, isOff: false });
  }
  return merged;
}

/** Returns the attachments that are other texts of the whole files in `read`, which were read just now. */
export function olderCopies(current: readonly Attachment[], read: readonly Attachment[]): readonly Attachment[] {
  return current.filter(
    ({ isWholeFile, uri, code }) =>
      isWholeFile === true && read.some((each) => each.isWholeFile === true && each.uri === uri && each.code !== code),
  );
}

function isSame(a: Attachment, b: Attachment): boolean {
  return (
    a.path === b.path && a.startLine === b.startLine && a.endLine === b.endLine && a.code === b.code && a.uri === b.uri
  );
}
