type ElementAttributes = Readonly<Record<string, string | boolean>>;

/** Makes an element. A true attribute is set empty, a false one is left out; strings become text. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: ElementAttributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

export function icon(name: string): HTMLElement {
  return element('span', { class: `codicon codicon-${name}`, 'aria-hidden': 'true' });
}

/** A button that shows only an icon; its name is its tooltip and what screen readers say. */
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

/** Leaves out the second click of a double click: it is not meant for what has come under the pointer since the first. */
export function onFirstClick(handler: () => void): (event: MouseEvent) => void {
  return ({ detail }) => {
    if (detail < 2) handler();
  };
}

/** A control with its label above it. */
export function field(label: string, control: HTMLElement): HTMLElement {
  return element('div', { class: 'field' }, element('label', { for: control.id }, label), control);
}

/** Leaves a control alone that has the value: setting it again would close an open list or calendar. */
export function setValue(control: HTMLInputElement | HTMLSelectElement, value: string): void {
  if (control.value !== value) control.value = value;
}

/** An amount or a range of amounts, which reads from left to right in every language. */
export function leftToRight(amount: string): HTMLElement {
  return element('bdi', { dir: 'ltr' }, amount);
}
