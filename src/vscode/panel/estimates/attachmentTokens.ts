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
  const counts = new Map<string, { readonly code: string; readonly tokens: number }>();
  const of = ({ id, code }: Attachment) => {
    const counted = counts.get(id);
    return counted?.code === code ? counted.tokens : undefined;
  };
  return {
    of,
    count: async (attachments) => {
      for (const id of counts.keys()) if (attachments.every((each) => each.id !== id)) counts.delete(id);
      const uncounted = attachments.filter((each) => of(each) === undefined);
      await Promise.all(
        uncounted.map(async ({ id, code }) => counts.set(id, { code, tokens: await counter.count(code) })),
      );
      return uncounted.length > 0;
    },
  };
}
