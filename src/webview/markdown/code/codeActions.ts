import * as l10n from '@vscode/l10n';
import { codeKey } from '../../../common/code/codeKey.ts';
import type { CodeActionView } from '../../../common/protocol/editorProtocol.ts';
import { iconButton, onFirstClick } from '../../dom.ts';
import type { PanelContext } from '../../panelContext.ts';

/** The buttons of a block of code that change files, editors or a terminal. */
export interface CodeActions {
  readonly buttons: readonly HTMLButtonElement[];
  /** Must be called after `isOpen` or the state of the editor has changed. */
  readonly refresh: () => void;
}

export interface CodeActionOptions {
  readonly code: () => string;
  /** The text after the opening code fence. */
  readonly info: string;
  readonly language: string;
  /** Returns true if the code may still grow. All buttons are then disabled. */
  readonly isOpen: () => boolean;
}

/** The look and the state of a button. */
interface ActionLook extends CodeActionView {
  readonly icon: string;
  readonly name: string;
}

const always: CodeActionView = { isPossible: true, hint: '' };
const shellLanguage = /^(?:(?:ba|z|fi)?sh|shell|console|powershell|pwsh|cmd)$/i;
/** One line without control characters. In a terminal, each line break would run a command. */
const command = /^\P{Cc}+$/u;
/** A text after the fence that names a file, as in `sh title="run.sh"` and `sh run.sh`. The code is then a script. */
const fileInfo =
  /(?:\b(?:title|file(?:name|path)?|path|name)\s{0,3}[=:]\s{0,3}["']?|^\S+\s{1,3})[\w.-]{0,100}[./\\]\w[^\s"']{0,200}["'}]{0,2}\s*$/i;
/** Maximum number of characters of the text after a fence that the extension gets. */
const maxInfoLength = 1_000;

export function createCodeActions(
  { post, editor, announce, replyId = '' }: PanelContext,
  { code, info, language, isOpen }: CodeActionOptions,
): CodeActions {
  const namesFile = fileInfo.test(info.slice(0, maxInfoLength));
  /** Undefined before the state is read for the first time, which is no change. */
  let isApplied: boolean | undefined;
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
  const insert = action(
    () => ({ icon: 'insert', name: l10n.t('Insert at cursor'), ...editor.current().insert }),
    () => post({ type: 'insertCode', code: code() }),
  );
  const newFile = action(
    () => ({ icon: 'new-file', name: l10n.t('New file'), ...always }),
    () => post({ type: 'newFile', code: code(), language }),
  );

  function isCommand(): boolean {
    return !isOpen() && shellLanguage.test(language) && command.test(code()) && !namesFile;
  }

  function applyLook(): ActionLook {
    if (isCommand()) return { icon: 'terminal', name: l10n.t('Insert into Terminal'), ...always };
    const [icon, name] =
      isApplied === true ? ['check', l10n.t('Applied')] : ['git-pull-request-go-to-changes', l10n.t('Apply to editor')];
    return { icon, name, ...(isApplied === true ? always : editor.current().apply) };
  }

  function action(look: () => ActionLook, run: () => void) {
    const state = (): ActionLook => ({
      ...look(),
      ...(isOpen() && { isPossible: false, hint: l10n.t('Available when the code is complete.') }),
    });
    const click = onFirstClick(() => {
      const { isPossible, hint } = state();
      if (isPossible) run();
      else announce(hint);
    });
    return { button: iconButton('', '', click), state };
  }

  function refresh(): void {
    const { applied } = editor.current();
    // Hashing the code takes time, and a session can have thousands of blocks.
    const isAppliedNow = applied.length > 0 && applied.includes(codeKey(replyId, code()));
    // The focus may be in an editor, so that screen readers do not read the changed name of the button.
    if (isApplied !== undefined && isApplied !== isAppliedNow)
      announce(isAppliedNow ? l10n.t('The code was applied.') : l10n.t('The change was undone.'));
    isApplied = isAppliedNow;
    for (const { button, state } of [insert, apply, newFile]) {
      const { icon, name, isPossible, hint } = state();
      button.firstElementChild?.setAttribute('class', `codicon codicon-${icon}`);
      button.ariaLabel = name;
      button.ariaDisabled = isPossible ? null : 'true';
      button.title = hint === '' ? name : `${name}\n${hint}`;
      // Screen readers announce `ariaDescription` instead of the title. The title would repeat the button's name.
      button.ariaDescription = hint === '' ? null : hint;
    }
    if (undo === document.activeElement && !isApplied) apply.button.focus();
    undo.hidden = !isApplied;
  }

  refresh();
  return { buttons: [insert.button, apply.button, undo, newFile.button], refresh };
}
