import * as l10n from '@vscode/l10n';
import type { PanelNoticeView } from '../../common/protocol/noticeProtocol.ts';
import { element, icon, iconButton, textButton } from '../dom.ts';
import { createKeyedList } from '../keyedList.ts';
import type { PanelContext } from '../panelContext.ts';

/**
 * Returns a function that shows notices in `place`, and announces each new sentence to screen readers.
 *
 * @param focusMessage Called when a notice that contains the focus is removed.
 */
export function createPanelNotices(
  { post, announce }: PanelContext,
  place: HTMLElement,
  focusMessage: () => void,
): (notices: readonly PanelNoticeView[]) => void {
  const list = createKeyedList<PanelNoticeView, { element: HTMLElement; update: (notice: PanelNoticeView) => void }>(
    place,
    // A changed sentence updates the notice in place, so that its buttons keep the focus.
    ({ id, action, isWarning }) => JSON.stringify([id, action, isWarning]),
    ({ id, action, isWarning }) => {
      const sentence = element('p');
      const buttons = element('div', { class: 'notice-buttons' });
      if (action !== undefined)
        buttons.append(textButton(action, 'button secondary', () => post({ type: 'runNotice', id })));
      buttons.append(iconButton('close', l10n.t('Dismiss'), () => post({ type: 'dismissNotice', id })));
      const root = element(
        'section',
        { class: isWarning ? 'notice line warning' : 'notice line' },
        icon(isWarning ? 'warning' : 'info'),
        sentence,
        buttons,
      );
      return {
        element: root,
        update: (notice) => {
          root.ariaLabel = notice.sentence;
          sentence.textContent = notice.sentence;
        },
      };
    },
  );
  let ids: readonly string[] = [];
  return (notices) => {
    const hadFocus = place.contains(document.activeElement);
    list.show(notices);
    if (hadFocus && !place.contains(document.activeElement)) focusMessage();
    for (const { sentence } of notices.filter(({ id }) => !ids.includes(id))) announce(sentence);
    ids = notices.map(({ id }) => id);
  };
}
