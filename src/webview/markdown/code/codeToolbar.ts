import * as l10n from '@vscode/l10n';
import type { CodeActionView } from '../../../common/protocol/editorProtocol.ts';
import { codeKey } from '../../../common/code/codeKey.ts';
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

/** The look and the state of a button that changes files, editors or a terminal. */
interface ActionLook extends CodeActionView {
  readonly icon: string;
  readonly name: string;
}

const always: CodeActionView = { isPossible: true, hint: '' };
const shellLanguage = /^(?:(?:ba|z|fi)?sh|shell|shellscript|console|terminal|powershell|pwsh|bat|cmd)$/i;
/** One line without control characters. In a terminal, each line break would run a command. */
const command = /^\P{Cc}+\n?$/u;

export function createCodeToolbar(
  context: PanelContext,
  { code, info, isOwn, setWrapped, ...options }: CodeToolbarOptions,
): CodeToolbar {
  const { post, editor, announce, replyId = '' } = context;
  const language = options.language.slice(0, maxLanguageLength);
  let isOpen = true;
  const copy = iconButton('copy', l10n.t('Copy code'), () => void copyText(context, copy, code(), 'code'));
  const wrap = iconButton('word-wrap', l10n.t('Wrap lines'), () => setPressed(wrap.ariaPressed !== 'true'));
  wrap.ariaPressed = 'false';
  const undo = iconButton('discard', l10n.t('Undo'), () => post({ type: 'undoApplied', code: code(), replyId }));
  const apply = action(applyLook, () =>
    isCommand()
      ? post({ type: 'insertIntoTerminal', code: code() })
      : post({
          type: 'applyCode',
          code: code(),
          info: info.slice(0, maxInfoLength),
          replyId,
        }),
  );
  const actions = [
    action(
      () => ({ icon: 'insert', name: l10n.t('Insert at cursor'), ...editor.current().insert }),
      () => post({ type: 'insertCode', code: code() }),
    ),
    apply,
    action(
      () => ({ icon: 'new-file', name: l10n.t('New file'), ...always }),
      () => post({ type: 'newFile', code: code(), language }),
    ),
  ];
  const buttons = element('div', { class: 'code-actions' }, wrap, copy);
  if (!isOwn) buttons.append(...actions.map(({ button }) => button));
  apply.button.after(undo);
  const toolbar = element(
    'div',
    { class: 'code-toolbar' },
    element('span', { class: 'code-language' }, language),
    buttons,
  );

  function isCommand(): boolean {
    return !isOpen && shellLanguage.test(language) && command.test(code());
  }

  function isApplied(): boolean {
    const { applied } = editor.current();
    return applied.length > 0 && applied.includes(codeKey(replyId, code()));
  }

  function applyLook(): ActionLook {
    if (isCommand()) return { icon: 'terminal', name: l10n.t('Insert into Terminal'), ...always };
    const [icon, name] = isApplied()
      ? ['check', l10n.t('Applied')]
      : ['git-pull-request-go-to-changes', l10n.t('Apply to editor')];
    return { icon, name, ...editor.current().apply };
  }

  function action(look: () => ActionLook, run: () => void) {
    const state = (): ActionLook => ({
      ...look(),
      ...(isOpen && { isPossible: false, hint: l10n.t('Available when the code is complete.') }),
    });
    const click = onFirstClick(() => {
      const { isPossible, hint } = state();
      if (isPossible) run();
      else announce(hint);
    });
    return { button: iconButton('', '', click), state };
  }

  function setPressed(isPressed: boolean): void {
    wrap.ariaPressed = String(isPressed);
    setWrapped(isPressed);
  }

  function refresh(): void {
    for (const { button, state } of actions) {
      const { icon, name, isPossible, hint } = state();
      button.firstElementChild?.setAttribute('class', `codicon codicon-${icon}`);
      button.ariaLabel = name;
      button.ariaDisabled = isPossible ? null : 'true';
      button.title = hint === '' ? name : `${name}\n${hint}`;
      // Screen readers announce `ariaDescription` instead of the title. The title would repeat the button's name.
      button.ariaDescription = hint === '' ? null : hint;
    }
    if (undo === document.activeElement && !isApplied()) apply.button.focus();
    undo.hidden = !isApplied();
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
