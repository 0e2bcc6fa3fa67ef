import type { Attachment } from '../../../chat/messages/attachment.ts';
import type { TokenCounter } from '../../../meter/tokenCounter.ts';

/** The token counts of the draft's attachments. */
export interface AttachmentTokens {
  /** Returns undefined until the tokens of the attachment are counted. */
  readonly of: (attachment: Attachment) => number | undefined;
  /** Counts the attachments that are not counted yet. Resolves with true if there were any. */
  readonly count: (attachments: readonly Attachment[]) => Promise<boolean>;
}

export function createAttachmentTokens(counter: TokenCounter): AttachmentTokens {
  const counts = new Map<string, number>();
  return {
    of: ({ id }) => counts.get(id),
    count: async (attachments) => {
      for (const id of counts.keys()) if (attachments.every((each) => each.id !== id)) counts.delete(id);
      const uncounted = attachments.filter(({ id }) => !counts.has(id));
      await Promise.all(uncounted.map(async ({ id, code }) => counts.set(id, await counter.count(code))));
      return uncounted.length > 0;
    },
  };
}
