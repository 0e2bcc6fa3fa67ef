import { element } from './dom.ts';

/** A file and its lines; where there is little room the folder gives way first. */
export function attachmentLabel(label: string): HTMLElement {
  const nameStart = label.lastIndexOf('/') + 1;
  return element(
    'span',
    { class: 'label' },
    element('span', { class: 'folder' }, label.slice(0, nameStart)),
    element('span', { class: 'name' }, label.slice(nameStart)),
  );
}
