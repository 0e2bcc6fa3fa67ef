type ElementAttributes = Readonly<Record<string, string | boolean>>;

/** Creates an element. An attribute that is `true` gets an empty value; one that is `false` is omitted. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: ElementAttributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) created.setAttribute(name, value === true ? '' : value);
  }
  created.append(...children);
  return created;
}

export function icon(name: string): HTMLElement {
  return element('span', { class: `codicon codicon-${name}`, 'aria-hidden': 'true' });
}

/** A button that shows only an icon. `name` is its tooltip and its accessible name. */
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

/** Ignores the second click of a double click: another control may be under the pointer by then. */
export function onFirstClick(handler: () => void): (event: MouseEvent) => void {
  return ({ detail }) => {
    if (detail < 2) handler();
  };
}

/** A form control with its label above it. The control must have an id. */
export function field(label: string, control: HTMLElement): HTMLElement {
  return element('div', { class: 'field' }, element('label', { for: control.id }, label), control);
}

/** Sets the value only if it differs: setting the same value again would close an open list or calendar. */
export function setValue(control: HTMLInputElement | HTMLSelectElement, value: string): void {
  if (control.value !== value) control.value = value;
}

/** Shows an amount, or a range of amounts, from left to right even in right-to-left text. */
export function leftToRight(amount: string): HTMLElement {
  return element('bdi', { dir: 'ltr' }, amount);
}
