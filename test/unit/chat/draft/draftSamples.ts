import type { Attachment } from '../../../../src/chat/messages/attachment.ts';
import type { QueuedMessage } from '../../../../src/chat/draft/draftStore.ts';

export const attachment = (id: string): Attachment => ({
  id,
  path: `${id}.ts`,
  startLine: 1,
  endLine: 1,
  languageId: 'typescript',
  code: id,
});

export const queued = (id: string, attachments: readonly Attachment[] = []): QueuedMessage => ({
  id,
  text: `Text of ${id}`,
  attachments,
});
