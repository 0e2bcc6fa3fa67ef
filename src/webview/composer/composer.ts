import * as l10n from '@vscode/l10n';
import type { EstimateView } from '../../common/protocol/estimateProtocol.ts';
import type { AttachmentView, DraftView } from '../../common/protocol/draftProtocol.ts';
import type { Preferences, SetupView } from '../../common/protocol/protocol.ts';
import { attachmentChips } from './attachmentChips.ts';
import { element, iconButton, onFirstClick } from '../dom.ts';
import { completion, type Completion } from './completion.ts';
import { draftSaver } from './draftSaver.ts';
import { estimateLine } from './estimateLine.ts';
import { historyKeys } from './historyKeys.ts';
import { messageKeyAction } from './messageKey.ts';
import type { PanelContext } from '../panelContext.ts';
import { pasteAsChip } from './pasteAsChip.ts';
import { replaceText } from './replaceText.ts';
import { setupCard } from './setupCard.ts';

/** The message box with what belongs to it. */
export interface Composer {
  readonly element: HTMLElement;
  /** The first draft is taken over; after that the text is the person's own, and only its chips change. */
  readonly load: (draft: DraftView) => void;
  /** `text` is absent when only the attachments changed. */
  readonly changeDraft: (text: string | undefined, attachments: readonly AttachmentView[]) => void;
  /** Puts a text into the box as if it had been typed, so that undo brings back what was there. */
  readonly type: (text: string) => void;
  /** Posts what is in the box, which is queued while a reply runs; nothing while the last message is unanswered. */
  readonly submit: () => void;
  readonly setRunning: (isRunning: boolean) => void;
  /** The setup card above the box; undefined hides it. */
  readonly setSetup: (setup: SetupView | undefined) => void;
  /** Whether nothing can be written. What stands in the box is kept. */
  readonly setReadOnly: (isReadOnly: boolean) => void;
  readonly setEstimate: (estimate: EstimateView) => void;
  readonly setPreferences: (preferences: Preferences) => void;
  /** The suggestions that were asked for. */
  readonly complete: Completion['show'];
  /** Puts the text of an attachment into the box, in its place. */
  readonly insertAttachment: (id: string, text: string) => void;
  /** The earlier prompts that were asked for. */
  readonly setPrompts: (prompts: readonly string[]) => void;
  /** Allows a message to be sent again: the last attempt was answered. */
  readonly unlock: () => void;
  readonly focus: () => void;
  readonly flush: () => void;
}

export interface ComposerEvents {
  readonly onStop: () => void;
  /** The text changed, by the person or by the extension. */
  readonly onText: (text: string) => void;
}

export function composer(context: PanelContext, events: ComposerEvents): Composer {
  const { post } = context;
  let sendKey: Preferences['sendKey'] = 'enter';
  let isRunning = false;
  let isLoaded = false;
  let isReadOnly = false;
  /** Enter was pressed before the draft has come. */
  let isSubmitWanted = false;
  /** What was sent and not yet answered: nothing is sent until it is known what became of it. */
  let submitted: string | undefined;
  /** Whether anything but the text would be sent. */
  let isAttached = false;
  let lastPasted: string | undefined;

  const saver = draftSaver(post);
  const card = setupCard(context);
  const box = element('textarea', { rows: '1', dir: 'auto', 'aria-label': l10n.t('Message'), placeholder: l10n.t('Ask anything'), spellcheck: 'false' });
  const pasting = pasteAsChip(box, post, () => isLoaded);
  const suggesting = completion(context, box);
  const history = historyKeys(box, post);
  const chips = attachmentChips(context, () => box.focus());
  const send = iconButton('send', l10n.t('Send'), onFirstClick(submit));
  send.classList.add('primary');
  const queue = iconButton('list-ordered', l10n.t('Queue message'), onFirstClick(submit));
  const stop = iconButton(
    'stop-circle',
    l10n.t('Stop'),
    onFirstClick(() => {
      box.focus();
      events.onStop();
    }),
  );
  const estimate = estimateLine(context);
  const add = iconButton('attach', l10n.t('Add context'), suggesting.begin);
  add.title = l10n.t('Add context: type @ for files and symbols, or drop files here with Shift held');
  const row = element('div', { class: 'input-row' }, add, box, queue, send, stop);
  const frame = element('div', { class: 'input-frame' }, suggesting.element, chips.element, row);
  const root = element('div', { class: 'composer' }, card.element, frame, estimate.element);

  box.addEventListener('input', () => {
    // What is typed before the draft has come is joined to it, and must not replace it.
    if (isLoaded) saver.change(box.value);
    textChanged();
  });
  box.addEventListener('blur', saver.flush);
  box.addEventListener('keydown', handleKey);
  frame.addEventListener('click', ({ target }) => {
    if (target === frame) box.focus();
  });

  function handleKey(event: KeyboardEvent): void {
    if (suggesting.handleKey(event) || history.handleKey(event)) return;
    const action = messageKeyAction(event, sendKey);
    if (action === undefined) return;
    event.preventDefault();
    // VS Code would act on the key a second time.
    event.stopPropagation();
    if (action === 'send') submit();
    else if (action === 'undo' && lastPasted !== undefined && pasting.wasLast()) post({ type: 'readAttachment', id: lastPasted });
    // Deprecated, but the only way to the text field's own history.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    else document.execCommand(action);
  }

  function submit(): void {
    const text = box.value;
    isSubmitWanted = !isLoaded;
    if (!isLoaded || isReadOnly || isBlank() || submitted !== undefined) return;
    submitted = text;
    saver.cancel();
    history.expire();
    post({ type: 'submit', text });
    showButtons();
  }

  /** Whether there is nothing to send. */
  function isBlank(): boolean {
    return box.value.trim() === '' && !isAttached;
  }

  function showAttachments(attachments: readonly AttachmentView[]): void {
    lastPasted = attachments.findLast(({ isPasted }) => isPasted)?.id;
    isAttached = attachments.some(({ isOff }) => isOff !== true);
    chips.show(attachments);
    showButtons();
  }

  function setText(text: string): void {
    if (box.value !== text) box.value = text;
    saver.cancel();
    textChanged();
  }

  function textChanged(): void {
    events.onText(box.value);
    showButtons();
  }

  function showButtons(): void {
    const isStoppable = isRunning && !isReadOnly;
    send.hidden = isStoppable;
    stop.hidden = !isStoppable;
    queue.hidden = !isStoppable || isBlank();
    send.ariaDisabled = String(isReadOnly || isBlank() || submitted !== undefined);
    queue.ariaDisabled = String(submitted !== undefined);
  }

  /** What to show when the extension says that the text is now `text`: nothing typed meanwhile is lost. */
  function textAfter(text: string): string {
    if (submitted === undefined) return text;
    if (text === submitted) return box.value;
    const aside = history.aside();
    if (text !== '' && text !== aside) return text;
    const typed = box.value.startsWith(submitted) ? box.value.slice(submitted.length) : box.value;
    return [aside, typed].filter((each) => each !== '').join('\n');
  }

  showButtons();
  return {
    element: root,
    load: (draft) => {
      submitted = undefined;
      history.expire();
      showAttachments(draft.attachments);
      if (!isLoaded) {
        isLoaded = true;
        const typed = box.value;
        setText([draft.text, typed].filter((text) => text !== '').join('\n'));
        if (typed !== '') saver.change(box.value);
        if (draft.aside !== undefined) history.resume(draft.aside);
        // What was there before stays: the person has not seen what they would send with it.
        if (isSubmitWanted && draft.text === '') submit();
      }
      showButtons();
    },
    changeDraft: (text, attachments) => {
      showAttachments(attachments);
      if (text === undefined) return;
      const next = textAfter(text);
      if (submitted !== undefined && text !== submitted) history.end();
      submitted = undefined;
      setText(next);
      if (next !== text) saver.change(next);
    },
    type: (text) => {
      replaceText(box, 0, box.value.length, text);
    },
    submit,
    setRunning: (value) => {
      isRunning = value;
      showButtons();
    },
    setSetup: (setup) => card.setSetup(setup ?? { ready: true, sentence: '' }),
    setReadOnly: (value) => {
      isReadOnly = value;
      box.disabled = isReadOnly;
      box.placeholder = isReadOnly ? l10n.t('Read-only') : l10n.t('Ask anything');
      showButtons();
    },
    setEstimate: estimate.show,
    setPreferences: (preferences) => {
      sendKey = preferences.sendKey;
    },
    complete: suggesting.show,
    insertAttachment: (id, text) => {
      replaceText(box, box.selectionStart, box.selectionEnd, text);
      // The attachment goes once the text is safe.
      saver.flush();
      post({ type: 'removeAttachment', id });
    },
    setPrompts: history.setPrompts,
    unlock: () => {
      submitted = undefined;
      showButtons();
    },
    focus: () => box.focus(),
    flush: saver.flush,
  };
}
