import { element } from '../dom.ts';
import { onDemand } from '../onDemand.ts';
import type { PanelContext } from '../panelContext.ts';
import { createBackgroundReplyNotices, type BackgroundReplyNotices } from './backgroundReplies.ts';
import type { PanelNoticeView } from '../../common/protocol/noticeProtocol.ts';
import { createReadOnlyNotice, type ReadOnlyNotice } from './readOnlyNotice.ts';
import { createSavingNotice, type SavingNotice } from './savingNotice.ts';

/** The notices between the conversation and the message box. */
export interface NoticeArea {
  /** The elements of the notices, from top to bottom. */
  readonly elements: readonly HTMLElement[];
  readonly backgroundReplies: BackgroundReplyNotices;
  readonly saving: SavingNotice;
  readonly show: (notices: readonly PanelNoticeView[]) => void;
  readonly readOnly: ReadOnlyNotice;
}

/** @param onFocusLost called when the focused notice is removed */
export function createNoticeArea(context: PanelContext, onFocusLost: () => void): NoticeArea {
  const backgroundReplies = createBackgroundReplyNotices(context);
  const saving = createSavingNotice(context);
  const place = element('div', { class: 'notice-area' });
  const readOnly = createReadOnlyNotice(context);
  return {
    elements: [backgroundReplies.element, saving.element, place, readOnly.element],
    backgroundReplies,
    saving,
    show: onDemand(async () => {
      const { createPanelNotices } = await import('./panelNotices.ts');
      return createPanelNotices(context, place, onFocusLost);
    }),
    readOnly,
  };
}
