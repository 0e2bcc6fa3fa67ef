import * as l10n from '@vscode/l10n';
import type { CodeActionView } from '../../../common/protocol/editorProtocol.ts';
import { copyText } from '../../copyText.ts';
import { element, iconButton, onFirstClick } from '../../dom.ts';
import type { PanelContext } from '../../panelContext.ts';

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

/** Maximum number of characters of the text after a fence that the extension gets. */
const maxInfoLength = 1_000;
/** Maximum number of characters of the language's name. A reply can name a language of any length. */
const maxLanguageLength = 40;

const always: CodeActionView = { isPossible: true, hint: '' };

export function createCodeToolbar(
  context: PanelContext,
  { code, info, isOwn, setWrapped, ...options }: CodeToolbarOptions,
): CodeToolbar {
  const { post, editor, announce } = context;
  const language = options.language.slice(0, maxLanguageLength);
  let isOpen = true;
  const copy = iconButton('copy', l10n.t('Copy code'), () => void copyText(context, copy, code(), 'code'));
  const wrap = iconButton('word-wrap', l10n.t('Wrap lines'), () => setPressed(wrap.ariaPressed !== 'true'));
  wrap.ariaPressed = 'false';
  const actions = isOwn
    ? []
    : [
        action(
          'insert',
          l10n.t('Insert at cursor'),
          () => editor.current().insert,
          () => post({ type: 'insertCode', code: code() }),
        ),
        action(
          'git-pull-request-go-to-changes',
          l10n.t('Apply to editor'),
          () => editor.current().apply,
          () =>
            post({
              type: 'applyCode',
              code: code(),
              info: info.slice(0, maxInfoLength),
              replyId: copy.closest<HTMLElement>('[data-reply]')?.dataset['reply'] ?? '',
            }),
        ),
        action(
          'new-file',
          l10n.t('New file'),
          () => always,
          () => post({ type: 'newFile', code: code(), language }),
        ),
      ];
  const buttons = element('div', { class: 'code-actions' }, wrap, copy, ...actions.map(({ button }) => button));
  const toolbar = element(
    'div',
    { class: 'code-toolbar' },
    element('span', { class: 'code-language' }, language),
    buttons,
  );

  function action(icon: string, name: string, now: () => CodeActionView, run: () => void) {
    const state = (): CodeActionView =>
      isOpen ? { isPossible: false, hint: l10n.t('Available when the code is complete.') } : now();
    const click = onFirstClick(() => {
      const { isPossible, hint } = state();
      if (isPossible) run();
      else announce(hint);
    });
    const button = iconButton(icon, name, click);
    return { button, name, state };
  }

  function setPressed(isPressed: boolean): void {
    wrap.ariaPressed = String(isPressed);
    setWrapped(isPressed);
  }

  function refresh(): void {
    for (const { button, name, state } of actions) {
      const { isPossible, hint } = state();
      button.ariaDisabled = isPossible ? null : 'true';
      button.title = hint === '' ? name : `${name}\n${hint}`;
      // Screen readers announce `ariaDescription` instead of the title. The title would repeat the button's name.
      button.ariaDescription = hint === '' ? null : hint;
    }
  }

  if (!isOwn) editor.follow(toolbar, refresh);
  refresh();
  return {
    element: toolbar,
    wrap: () => setPressed(true),
    setOpen: (value) => {
      if (isOpen === value) return;
      isOpen = value;
      refresh();
    },
  };
}
