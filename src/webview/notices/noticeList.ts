import * as l10n from '@vscode/l10n';
import { element, icon, iconButton } from '../dom.ts';
import type { ReplaceFocus } from '../focus/replaceFocus.ts';
import { createKeyedList } from '../keyedList.ts';
import { leaveItem } from '../focus/leaveItem.ts';

/** A notice between the conversation and the message box. */
interface Notice {
  readonly sentence: string;
}

/** The parts of a notice that do not change. */
interface NoticeParts {
  readonly className: string;
  readonly icon: string;
  readonly buttons: readonly HTMLElement[];
}

/**
 * Returns a function that shows notices in `place`. A changed sentence updates the notice in place, so that its buttons
 * keep the focus.
 *
 * @param keyOf Must return the same key for two notices that differ only in their sentence.
 * @param focusMessage Called when a notice that contains the focus is removed, or when the last notice is dismissed.
 */
export function createNoticeList<View extends Notice>(
  place: HTMLElement,
  keyOf: (notice: View) => string,
  partsOf: (notice: View) => NoticeParts,
  focusMessage: ReplaceFocus,
): (notices: readonly View[]) => void {
  const list = createKeyedList<View, { element: HTMLElement; update: (notice: View) => void }>(
    place,
    keyOf,
    (notice) => {
      const parts = partsOf(notice);
      const sentence = element('p');
      const buttons = element('div', { class: 'notice-buttons' }, ...parts.buttons);
      const root = element('section', { class: `notice ${parts.className}` }, icon(parts.icon), sentence, buttons);
      return {
        element: root,
        update: (changed) => {
          root.ariaLabel = changed.sentence;
          sentence.textContent = changed.sentence;
          for (const button of parts.buttons) button.ariaDisabled = null;
        },
      };
    },
  );
  return (notices) => {
    const focused = document.activeElement;
    const hadFocus = place.contains(focused);
    list.show(notices);
    if (hadFocus && !place.contains(document.activeElement)) focusMessage(focused);
  };
}

/** Creates the button that removes a notice. See `leaveItem` for the focus. */
export function dismissButton(dismiss: () => void, focusMessage: () => void): HTMLButtonElement {
  return iconButton('close', l10n.t('Dismiss'), (click) => {
    dismiss();
    leaveItem(click, focusMessage);
  });
}
