import { element } from './dom.ts';

/**
 * Splits a label such as `src/chat/send.ts:10-20` into elements of the classes `folder`, `name` and `range`. Creates no
 * element for a part that the label lacks. In a narrow panel, the style sheet shortens first the folder and then the
 * name, but never the range.
 */
export function createAttachmentLabel(label: string): HTMLElement {
  const [, folder = '', name = '', range = ''] = /^(.*\/)?(.*?)(:\d[\d-]*)?$/s.exec(label) ?? [];
  const parts = { folder, name, range };
  const shown = Object.entries(parts).filter(([, text]) => text !== '');
  return element(
    'span',
    { class: 'label', dir: 'ltr' },
    ...shown.map(([part, text]) => element('span', { class: part }, text)),
  );
}
