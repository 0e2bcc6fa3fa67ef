import type { MessageView } from '../../src/common/protocol/conversationProtocol.ts';
import { mixedMarkdown } from '../bench/panel/mixedMarkdown.ts';
import { question, reply } from './panelMessages.ts';

/** Returns `count` questions and `count` replies. The last words of the replies are `End of reply 0.` and so on. */
export function manyMessages(count: number): readonly MessageView[] {
  return Array.from({ length: count }, (_, index) => String(index)).flatMap((id) => [
    { ...question(), id: `q${id}`, attachments: [] },
    reply({ id, text: `${mixedMarkdown(250)}\n\nEnd of reply ${id}.` }),
  ]);
}
