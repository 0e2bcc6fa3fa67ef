import { element } from './dom.ts';

/** A file and its lines; where there is little room the folder gives way first, and the lines never. */
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
