import * as l10n from '@vscode/l10n';
import {
  instructionsId,
  type AttachmentView,
  type DidChangeDraft,
  type DidComplete,
  type DraftView,
} from '../../common/protocol/draftProtocol.ts';
import type { OfferedFileView } from '../../common/protocol/noticeProtocol.ts';
import type { EstimateView } from '../../common/protocol/estimateProtocol.ts';
import type { Preferences, SetupView } from '../../common/protocol/protocol.ts';
import { consume, element, iconButton } from '../dom.ts';
import { ignoreEnter } from '../focus/pageFocus.ts';
import { onDemand } from '../onDemand.ts';
import type { PanelContext } from '../panelContext.ts';
import { setupCardOnDemand, type SetupCard } from '../setup/setupCardOnDemand.ts';
import { createAttachmentChips, type AttachmentChips } from './attachmentChips.ts';
import { createCompletion, type Completion } from './completion.ts';
import { createDraftSync, type DraftBases, type DraftSync } from './draftSync.ts';
import { createEstimateLine, estimateId, type EstimateLine } from './estimateLine.ts';
import { createHistoryKeys, type HistoryKeys } from './historyKeys.ts';
import { isBlank } from './isBlank.ts';
import { readMessageKey } from './messageKey.ts';
import { createPasteAsChip, type PasteAsChip } from './pasteAsChip.ts';
import { replaceText } from './replaceText.ts';
import { createSendButtons, type SendButtons } from './sendButtons.ts';

export interface ComposerEvents {
  readonly onStop: () => void;
  /** Called after the user or the extension has set the text of the message box. */
  readonly onText: (text: string) => void;
  /** See `createDraftSync`. */
  readonly onBases: (bases: DraftBases) => void;
  /** Called when a key is pressed in the empty message box. Returns true if the key has scrolled the conversation. */
  readonly onScrollKey: (event: KeyboardEvent) => boolean;
}

/**
 * The message box with attachments, suggestions, buttons and the estimated cost. Shows the draft, which the extension
 * owns.
 */
export class Composer {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #events: ComposerEvents;
  readonly #box: HTMLTextAreaElement;
  readonly #sync: DraftSync;
  readonly #card: SetupCard;
  readonly #pasting: PasteAsChip;
  readonly #suggesting: Completion;
  readonly #history: HistoryKeys;
  readonly #chips: AttachmentChips;
  readonly #buttons: SendButtons;
  readonly #estimate: EstimateLine;
  readonly #offerPlace = element('div', { class: 'offer-place' });
  readonly #showOffer = onDemand(async () => {
    const { createOfferedFile } = await import('./offeredFile.ts');
    return createOfferedFile(this.#context.post, this.#offerPlace, this.takeFocus);
  });
  #attachments: readonly AttachmentView[] = [];
  #sendKey: Preferences['sendKey'] = 'enter';
  #isRunning = false;
  #isReadOnly = false;
  /** True while a posted `submit` message is unanswered. Meanwhile, the method `submit` does nothing. */
  #isSubmitting = false;
  /** True while a posted `readAttachment` message is unanswered. Meanwhile, no other attachment is inserted. */
  #isInserting = false;
  /** True if `submit` was called before the draft was loaded. */
  #isSubmitWanted = false;

  constructor(context: PanelContext, events: ComposerEvents) {
    const label = l10n.t('Message');
    this.#context = context;
    this.#events = events;
    this.#box = element('textarea', {
      rows: '1',
      dir: 'auto',
      'aria-label': label,
      'aria-describedby': estimateId,
      placeholder: l10n.t('Ask anything'),
      spellcheck: 'false',
    });
    this.#sync = createDraftSync(context.ask, events.onBases);
    this.#card = setupCardOnDemand(context);
    this.#pasting = createPasteAsChip(this.#box, context.post, this.#sync.isLoaded);
    this.#suggesting = createCompletion(context, this.#box);
    this.#history = createHistoryKeys(context, this.#box, this.#suggesting.close);
    this.#chips = createAttachmentChips(context, {
      onLeave: this.takeFocus,
      onInsert: (id) => void this.#insertAttachment(id),
    });
    this.#buttons = createSendButtons(this.submit, () => {
      this.takeFocus();
      events.onStop();
    });
    this.#estimate = createEstimateLine(context);
    this.element = this.#layOut();
    this.#listen();
    this.#showButtons();
  }

  /**
   * Shows the extension's draft. The first call sets the text of the box to `restored` (see `restoredText`), followed
   * by any text that the user has already typed. Later calls do not change the text.
   */
  load(draft: DraftView, restored = draft.text): void {
    this.#history.expire();
    this.#showAttachments(draft.attachments);
    if (!this.#sync.isLoaded()) this.#loadText(draft, restored);
  }

  /** Applies the extension's change of the draft. Keeps typed text that the extension does not have yet. */
  changeDraft({ text, attachments }: DidChangeDraft): void {
    this.#announceAdded(attachments);
    this.#showAttachments(attachments);
    if (text === undefined) return;
    const { value } = this.#box;
    // The walk keeps the changes of the prompt, so they must not be merged into the unsent text.
    const isLeft = text.restoresUnsent === true && this.#history.leave(value);
    this.#setText(this.#sync.apply(isLeft ? text.before : value, text));
  }

  /** Focuses the box and adds a paragraph to its text, as if the user had typed the paragraph. Undo removes it. */
  addParagraph(text: string): void {
    const { value } = this.#box;
    const end = value.trimEnd().length;
    replaceText(this.#box, end, value.length, end === 0 ? text : `\n\n${text}`);
  }

  /**
   * Posts the text of the box. While a reply runs, the extension queues the message. Does nothing if there is nothing
   * to send, if the panel is read-only, or while a posted `submit` message is unanswered. Before the draft is loaded,
   * only sets `#isSubmitWanted`, so that `#loadText` can decide whether to send.
   */
  readonly submit = (): void => {
    this.#isSubmitWanted = !this.#sync.isLoaded();
    if (this.#isSubmitWanted || this.#isReadOnly || this.#isBlank() || this.#isSubmitting) return;
    this.#history.expire();
    this.#setSubmitting(true);
    const text = this.#box.value;
    const answered = this.#context.ask({ type: 'submit', text, revision: this.#sync.revision() });
    this.#sync.replacePost(text, answered);
    void answered.then((answer) => {
      if (answer === 'accepted') this.#history.end();
      this.#setSubmitting(false);
    });
  };

  setRunning(isRunning: boolean): void {
    this.#isRunning = isRunning;
    this.#showButtons();
  }

  /** Shows the setup card if `setup` is incomplete, otherwise hides the card. */
  setSetup(setup: SetupView): void {
    this.#card.setSetup(setup);
  }

  /** If `isReadOnly` is true, the user can neither type nor send. The box keeps its text. */
  setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    this.#box.disabled = isReadOnly;
    this.#offerPlace.classList.toggle('hidden', isReadOnly);
    this.#box.placeholder = isReadOnly ? l10n.t('Read-only') : l10n.t('Ask anything');
    this.#showButtons();
  }

  setEstimate(estimate: EstimateView): void {
    this.#estimate.show(estimate);
  }

  setPreferences({ sendKey }: Preferences): void {
    this.#sendKey = sendKey;
  }

  /** Shows the extension's suggestions. */
  complete({ completionId, items }: DidComplete): void {
    this.#suggesting.show(completionId, items);
  }

  /** Shows the offered file, or removes it if `file` is undefined. */
  offer(file: OfferedFileView | undefined): void {
    this.#showOffer(file);
  }

  readonly focus = (): void => this.#box.focus();

  /** Focuses the box in place of a control that was pressed or removed. See `ignoreEnter`. */
  readonly takeFocus = (): void => {
    ignoreEnter();
    this.focus();
  };

  /** Posts the text at once if a delayed post is scheduled. */
  readonly flush = (): void => this.#sync.flush();

  #layOut(): HTMLElement {
    const add = iconButton('attach', l10n.t('Add context'), this.#suggesting.begin);
    add.title = l10n.t('Add context: type @ for files and symbols, or drop files here with Shift held');
    const row = element('div', { class: 'input-row' }, this.#box, add, this.#offerPlace, ...this.#buttons.elements);
    const frame = element('div', { class: 'input-frame' }, this.#suggesting.element, this.#chips.element, row);
    frame.addEventListener('click', ({ target }) => {
      if (target === frame) this.focus();
    });
    return element('div', { class: 'composer' }, this.#card.element, frame, this.#estimate.element);
  }

  #listen(): void {
    this.#box.addEventListener('input', () => {
      // Do not post text that is typed before the draft is loaded, because it would replace the extension's draft.
      // Instead, `load` appends the typed text to the draft's text.
      if (this.#sync.isLoaded()) this.#sync.change(this.#box.value);
      this.#textChanged();
    });
    this.#box.addEventListener('blur', this.#sync.flush);
    this.#box.addEventListener('keydown', (event) => this.#handleKey(event));
  }

  #handleKey(event: KeyboardEvent): void {
    if (this.#suggesting.handleKey(event) || this.#history.handleKey(event)) return;
    const action = readMessageKey(event, this.#sendKey);
    if (action === undefined) {
      if (this.#box.value === '' && this.#events.onScrollKey(event)) event.preventDefault();
      return;
    }
    consume(event);
    const lastPasted = this.#attachments.findLast(({ isPasted }) => isPasted)?.id;
    if (action === 'send') this.submit();
    else if (action === 'undo' && lastPasted !== undefined && this.#pasting.wasLast())
      void this.#insertAttachment(lastPasted);
    // `execCommand` is deprecated, but no other API uses the text field's undo history.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    else if (action !== 'ignore') document.execCommand(action);
  }

  #loadText(draft: DraftView, restored: string): void {
    const typed = this.#box.value;
    this.#sync.load(draft);
    this.#setText([restored, typed].filter((text) => text !== '').join('\n'));
    if (this.#box.value !== draft.text) this.#sync.change(this.#box.value);
    if (restored !== draft.text) this.#sync.flush();
    if (draft.aside !== undefined) this.#history.resume(draft.aside);
    // If text was restored, do not send, because the user had not seen that text when `submit` was called.
    if (this.#isSubmitWanted && restored === '') this.submit();
  }

  /**
   * Replaces the selection in the box with the text of a pasted attachment, and removes the attachment. Does nothing if
   * the extension does not return the text, or while another attachment is being read.
   */
  async #insertAttachment(id: string): Promise<void> {
    if (this.#isInserting) return;
    this.#isInserting = true;
    const text = await this.#context.ask({ type: 'readAttachment', id });
    this.#isInserting = false;
    // The attachment may have been removed while it was read, for example by another panel.
    if (text === undefined || this.#attachments.every((each) => each.id !== id)) return;
    replaceText(this.#box, this.#box.selectionStart, this.#box.selectionEnd, text);
    this.#suggesting.close();
    // Post the text before the removal, so that nothing is lost if the panel is destroyed in between.
    this.#sync.flush();
    this.#context.post({ type: 'removeAttachment', id, isInserted: true });
    this.#showAttachments(this.#attachments.filter((each) => each.id !== id));
  }

  #showAttachments(attachments: readonly AttachmentView[]): void {
    this.#attachments = attachments;
    this.#chips.show(attachments);
    this.#showButtons();
  }

  /** Announces the attachments that are not shown yet, except the instructions, which the settings add. */
  #announceAdded(attachments: readonly AttachmentView[]): void {
    const known = [instructionsId, ...this.#attachments.map(({ id }) => id)];
    const added = attachments.filter(({ id }) => !known.includes(id));
    if (added.length > 0) this.#context.announce(added.map(({ label }) => l10n.t('{0} was added.', label)).join(' '));
  }

  #setText(text: string): void {
    if (this.#box.value !== text) this.#box.value = text;
    this.#textChanged();
  }

  #textChanged(): void {
    this.#events.onText(this.#box.value);
    this.#showButtons();
  }

  #setSubmitting(isSubmitting: boolean): void {
    this.#isSubmitting = isSubmitting;
    this.#showButtons();
  }

  #isBlank(): boolean {
    return isBlank(this.#box.value, this.#attachments);
  }

  #showButtons(): void {
    const [isRunning, isReadOnly, isSubmitting] = [this.#isRunning, this.#isReadOnly, this.#isSubmitting];
    this.#buttons.show({ isRunning, isReadOnly, isSubmitting, isBlank: this.#isBlank() });
  }
}
