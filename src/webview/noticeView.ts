import type { NoticeView } from '../common/protocol.ts';
import { element, icon, textButton } from './dom.ts';
import type { PanelContext } from './panelContext.ts';

/** How a reply ended, in a sentence, with a button for each thing that can be done about it. */
export function noticeView(context: PanelContext, notice: NoticeView, responseId: string): HTMLElement {
  const sentence = element('p', {}, notice.text);
  const body = element('div', { class: 'notice-body' }, sentence);
  if (notice.actions.length > 0) {
    const buttons = notice.actions.map(({ id, label }, index) =>
      // Only an error asks for something to be done.
      textButton(label, index === 0 && notice.severity === 'error' ? 'button' : 'button secondary', () => context.post({ type: 'runAction', action: id, responseId })),
    );
    body.append(element('div', { class: 'actions' }, ...buttons));
  }
  return element('div', { class: `notice ${notice.severity}` }, icon(notice.severity), body);
}
