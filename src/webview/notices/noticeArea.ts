import { element } from '../dom.ts';
import type { ReplaceFocus } from '../focus/replaceFocus.ts';
import { onDemand } from '../onDemand.ts';
import type { PanelContext } from '../panelContext.ts';
import type { PanelNoticeView } from '../../common/protocol/noticeProtocol.ts';
import type { BackgroundReplyView } from '../../common/protocol/sessionProtocol.ts';
import type { ReadOnlyNotice } from './readOnlyNotice.ts';

/** The notices between the conversation and the message box. */
export interface NoticeArea {
  /** The elements of the notices, from top to bottom. */
  readonly elements: readonly HTMLElement[];
  readonly showBackgroundReplies: (replies: readonly BackgroundReplyView[]) => void;
  /** Shows the sentence that says why nothing is saved. Hides the notice if the sentence is undefined. */
  readonly showSaving: (sentence: string | undefined) => void;
  readonly show: (notices: readonly PanelNoticeView[]) => void;
  readonly readOnly: ReadOnlyNotice;
}

/** @param onFocusLost called when a notice that contains the focus is removed or dismissed */
export function createNoticeArea(context: PanelContext, onFocusLost: ReplaceFocus): NoticeArea {
  const backgroundReplies = element('div', { class: 'background-replies' });
  const saving = element('div');
  const place = element('div', { class: 'notice-area' });
  const readOnly = element('div');
  return {
    elements: [backgroundReplies, saving, place, readOnly],
    showBackgroundReplies: onDemand(async () => {
      const { createBackgroundReplyNotices } = await import('./backgroundReplies.ts');
      return createBackgroundReplyNotices(context, backgroundReplies, onFocusLost);
    }),
    showSaving: onDemand(async () => {
      const { createSavingNotice } = await import('./savingNotice.ts');
      return createSavingNotice(context, saving, onFocusLost);
    }),
    show: onDemand(async () => {
      const { createPanelNotices } = await import('./panelNotices.ts');
      return createPanelNotices(context, place, onFocusLost);
    }),
    readOnly: readOnlyOnDemand(context, readOnly),
  };
}

/** Creates a read-only notice in `place`. Its code is loaded when the first read-only session is shown. */
function readOnlyOnDemand(context: PanelContext, place: HTMLElement): ReadOnlyNotice {
  let isWanted = false;
  const use = onDemand<(notice: ReadOnlyNotice) => void>(async () => {
    const { createReadOnlyNotice } = await import('./readOnlyNotice.ts');
    const notice = createReadOnlyNotice(context, place);
    return (action) => action(notice);
  });
  return {
    show: (access) => {
      isWanted ||= access.isReadOnly;
      if (isWanted) use((notice) => notice.show(access));
    },
    focus: () => use((notice) => notice.focus()),
  };
}
