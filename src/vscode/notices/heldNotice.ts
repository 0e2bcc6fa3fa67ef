import type { ChatDraft } from '../../chat/draft/chatDraft.ts';
import type { TellHeld } from '../spend/spendQuestions.ts';
import { openSetting } from '../spend/spendQuestions.ts';
import type { PanelNotices } from './panelNotices.ts';

/** Tells the user in the panel why a queued message was not sent, until the message is no longer in the queue. */
export interface HeldNotice {
  readonly tell: TellHeld;
  /** Sets the draft whose queue contains the messages. Must be called before `tell`. */
  readonly connect: (draft: Pick<ChatDraft, 'queue'>) => void;
}

export function createHeldNotice(notices: Pick<PanelNotices, 'tell'>): HeldNotice {
  let queue: () => ChatDraft['queue'] = () => [];
  return {
    connect: (draft) => {
      queue = () => draft.queue;
    },
    tell: (sentence, text, change) =>
      notices.tell({
        id: 'queueHeld',
        sentence: () => sentence,
        isWarning: true,
        ...(change && { action: { label: change.label, run: async () => openSetting(change.setting) } }),
        isTrue: () => queue().some((each) => each.text === text),
      }),
  };
}
