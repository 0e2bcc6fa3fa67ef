import { instructionsId, type AttachmentView } from '../../common/protocol/draftProtocol.ts';

/** True if a message has nothing to send: no text, and only attachments that are switched off, or instructions. */
export function isBlank(text: string, attachments: readonly Pick<AttachmentView, 'id' | 'isOff'>[]): boolean {
  return text.trim() === '' && attachments.every(({ id, isOff }) => isOff === true || id === instructionsId);
}
