type ElementAttributes = Readonly<Record<string, string | boolean>>;

/** Creates an element. An attribute that is `true` gets an empty value. An attribute that is `false` is omitted. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: ElementAttributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) created.setAttribute(name, value === true ? '' : value);
  }
  appendAll(created, children);
  return created;
}

/**
 * Appends all children, one at a time. In contrast, `parent.append(...children)` passes each child as an argument, and
 * overflows the call stack if there are more than about 100,000 children.
 */
export function appendAll(parent: ParentNode, children: Iterable<Node | string>): void {
  for (const child of children) parent.append(child);
}

/** Replaces all children of `parent`. Like `appendAll`, works for any number of children. */
export function replaceAllChildren(parent: Element, children: Iterable<Node | string>): void {
  const fragment = document.createDocumentFragment();
  appendAll(fragment, children);
  parent.replaceChildren(fragment);
}

export function icon(name: string): HTMLElement {
  return element('span', { class: `codicon codicon-${name}`, 'aria-hidden': 'true' });
}

/** Creates a button that shows only an icon. `name` is the button's tooltip and accessible name. */
export function iconButton(iconName: string, name: string, onClick: (event: MouseEvent) => void): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'icon-button', title: name, 'aria-label': name },
    icon(iconName),
  );
  button.addEventListener('click', onClick);
  return button;
}

export function textButton(label: string, className: string, onClick: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', class: className }, label);
  button.addEventListener('click', onClick);
  return button;
}

/**
 * Returns a click handler that ignores the second and third click of a double or triple click, because the first click
 * may have brought another control under the pointer.
 */
export function onFirstClick(handler: (event: MouseEvent) => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail < 2) handler(event);
  };
}

/** Prevents the browser, the panel and VS Code from handling an event. */
export function consume(event: Event): void {
  event.preventDefault();
  // VS Code handles events that reach the window, for example opens clicked links.
  event.stopPropagation();
}

/** Returns an element with a label above a form control. `control` must have an id, to which the label refers. */
export function field(label: string, control: HTMLElement): HTMLElement {
  return element('div', { class: 'field' }, element('label', { for: control.id }, label), control);
}

/** Sets a control's value if the value differs. Setting an equal value would close an open list or calendar. */
export function setValue(control: HTMLInputElement | HTMLSelectElement, value: string): void {
  if (control.value !== value) control.value = value;
}

/** Returns an element that shows an amount, or a range of amounts, from left to right even in right-to-left text. */
export function leftToRight(amount: string): HTMLElement {
  return element('bdi', { dir: 'ltr' }, amount);
}

/**
 * Returns a line between messages: a sentence with a button. The sentence is also the line's accessible name. The
 * name of the icon is also a class of the line.
 */
export function quietLine(iconName: string, sentence: string, button: HTMLElement): HTMLElement {
  return element(
    'div',
    { class: `quiet-line ${iconName}`, role: 'group', 'aria-label': sentence },
    icon(iconName),
    element('p', {}, `${sentence} `, button),
  );
}
