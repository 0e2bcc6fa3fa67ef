import { isDeepStrictEqual } from 'node:util';
import type { WorkspaceChat } from '../../../chat/conversation/workspaceChat.ts';
import type { DraftEvent } from '../../../chat/draft/draftEvent.ts';
import type { AttachmentView, DraftView } from '../../../common/protocol/draftProtocol.ts';
import type { ToWebviewMessage } from '../../../common/protocol/protocol.ts';
import type { DraftEstimator } from '../estimates/draftEstimator.ts';
import { toDraftAttachmentView } from '../messageView.ts';

/** Posts the draft, and its changes, to one webview. */
export interface DraftPoster {
  /** Returns the draft for a `didLoadSession`. */
  readonly load: () => DraftView;
  /** Posts the draft's attachments, and the change of its text, if any. */
  readonly post: (text?: Extract<DraftEvent, { type: 'draftChanged' }>['text']) => void;
  /** Posts the attachments if the chip of the user's instructions is not the chip that the webview shows. */
  readonly updateInstructions: () => void;
  /** See DraftPanel. */
  readonly isCurrent: (revision: number) => boolean;
}

export function createDraftPoster(
  chat: Pick<WorkspaceChat, 'draft'>,
  estimator: Pick<DraftEstimator, 'instructions' | 'tokensOf'>,
  post: (message: ToWebviewMessage) => void,
): DraftPoster {
  /** Counts the changes of the draft's text that did not come from the message box of this webview. */
  let revision = 0;
  let shownInstructions: AttachmentView | undefined;

  const attachments = (): readonly AttachmentView[] => {
    const views = chat.draft.attachments.map((each) => toDraftAttachmentView(each, estimator.tokensOf(each)));
    shownInstructions = estimator.instructions();
    return shownInstructions === undefined ? views : [shownInstructions, ...views];
  };

  const postDraft: DraftPoster['post'] = (text) => {
    if (text !== undefined) revision += 1;
    post({ type: 'didChangeDraft', attachments: attachments(), ...(text && { text: { ...text, revision } }) });
  };

  return {
    load: () => {
      const { text, aside, sentTexts } = chat.draft;
      return {
        text,
        revision,
        attachments: attachments(),
        ...(aside === undefined ? {} : { aside }),
        ...(sentTexts.length > 0 && { sent: sentTexts.map((sent) => ({ text: sent })) }),
      };
    },
    post: postDraft,
    updateInstructions: () => {
      if (!isDeepStrictEqual(estimator.instructions(), shownInstructions)) postDraft();
    },
    isCurrent: (wanted) => wanted === revision,
  };
}
