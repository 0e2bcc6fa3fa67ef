import * as l10n from '@vscode/l10n';
import { copyText } from '../../copyText.ts';
import { element, iconButton } from '../../dom.ts';
import type { PanelContext } from '../../panelContext.ts';
import { createCodeActions } from './codeActions.ts';

/** The toolbar above a code block. Shows the language and the buttons. */
export interface CodeToolbar {
  readonly element: HTMLElement;
  /** Sets whether the code may still grow. Incomplete code can only be copied. */
  readonly setOpen: (isOpen: boolean) => void;
  /** Wraps long lines, like a click on the toggle button. */
  readonly wrap: () => void;
}

export interface CodeToolbarOptions {
  /** The text after the opening code fence. */
  readonly info: string;
  readonly language: string;
  readonly code: () => string;
  /** Called when the user switches the wrapping of long lines on or off. */
  readonly setWrapped: (isWrapped: boolean) => void;
  /** True for code that the user attached. Such code can only be copied. */
  readonly isOwn: boolean;
}

/** Maximum number of characters of the language's name. A reply can name a language of any length. */
const maxLanguageLength = 40;

export function createCodeToolbar(
  context: PanelContext,
  { code, info, isOwn, setWrapped, ...options }: CodeToolbarOptions,
): CodeToolbar {
  const language = options.language.slice(0, maxLanguageLength);
  let isOpen = true;
  const copy = iconButton('copy', l10n.t('Copy code'), () => void copyText(context, copy, code(), 'code'));
  const wrap = iconButton('word-wrap', l10n.t('Wrap lines'), () => setPressed(wrap.ariaPressed !== 'true'));
  wrap.ariaPressed = 'false';
  const actions = isOwn ? undefined : createCodeActions(context, { code, info, language, isOpen: () => isOpen });
  const buttons = element('div', { class: 'code-actions' }, wrap, copy, ...(actions?.buttons ?? []));
  const toolbar = element(
    'div',
    { class: 'code-toolbar' },
    element('span', { class: 'code-language' }, language),
    buttons,
  );

  function setPressed(isPressed: boolean): void {
    wrap.ariaPressed = String(isPressed);
    setWrapped(isPressed);
  }

  if (actions !== undefined) context.editor.follow(toolbar, actions.refresh);
  return {
    element: toolbar,
    wrap: () => setPressed(true),
    setOpen: (value) => {
      if (isOpen === value) return;
      isOpen = value;
      actions?.refresh();
    },
  };
}
