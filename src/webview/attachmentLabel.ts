import { element } from './dom.ts';

/**
 * Splits a label such as `src/chat/send.ts:10-20` into elements of the classes `folder`, `name` and `range`.
 * In a narrow panel, the style sheet shortens the folder first, then the name, and never the range.
 */
export function createAttachmentLabel(label: string): HTMLElement {
  const [, folder = '', name = '', range = ''] = /^(.*\/)?(.*?)(:\d[\d-]*)?$/.exec(label) ?? [];
  const parts = { folder, name, range };
  const shown = Object.entries(parts).filter(([, text]) => text !== '');
  return element(
    'span',
    { class: 'label', dir: 'ltr' },
    ...shown.map(([part, text]) => element('span', { class: part }, text)),
  );
}
