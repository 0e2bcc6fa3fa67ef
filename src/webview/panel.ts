import * as l10n from '@vscode/l10n';
import { assertNever } from '../common/assertNever.ts';
import type { DidAnswer } from '../common/protocol/panelRequests.ts';
import type { MessageView } from '../common/protocol/conversationProtocol.ts';
import type { QueuedMessageView } from '../common/protocol/draftProtocol.ts';
import type { DidLoadSession, Preferences, ToWebviewMessage } from '../common/protocol/protocol.ts';
import type { SessionAccessView } from '../common/protocol/sessionProtocol.ts';
import { Composer } from './composer/composer.ts';
import { restoredText } from './composer/draftSync.ts';
import { isComposing } from './composer/messageKey.ts';
import { queueOnDemand } from './composer/queueOnDemand.ts';
import type { QueueView } from './composer/queueView.ts';
import { createConversationView, type ConversationView } from './conversation/conversationView.ts';
import { createFirstRun, type FirstRun } from './setup/firstRun.ts';
import { completeSetup } from './setup/setupCardOnDemand.ts';
import { Follow } from './scrolling/follow.ts';
import { createJumpButton } from './scrolling/jumpButton.ts';
import { distanceTo, findReadingPlace } from './scrolling/readingPlace.ts';
import { element } from './dom.ts';
import { dropTargetOnDemand } from './dropTargetOnDemand.ts';
import { findOnDemand, type Find } from './find/findOnDemand.ts';
import { LateEscape } from './focus/lateEscape.ts';
import { markFocus } from './focus/markFocus.ts';
import { whenPageFocused } from './focus/pageFocus.ts';
import { createFocusReplacement } from './focus/replaceFocus.ts';
import { createNoticeArea, type NoticeArea } from './notices/noticeArea.ts';
import type { PanelContext } from './panelContext.ts';
import { createPanelHeader } from './panelHeader.ts';
import { PanelMemory, type PanelStorage } from './panelMemory.ts';
import { createSessionHeading, type SessionHeading } from './sessions/sessionHeading.ts';
import { SessionsCover } from './sessions/sessionsCover.ts';
import { sessionsOnDemand } from './sessions/sessionsOnDemand.ts';
import type { SessionsView } from './sessions/sessionsView.ts';

const ownAccess: SessionAccessView = { isReadOnly: false, isBusy: false };

/**
 * Types of messages that are handled before the first session is loaded. Until then, messages of all other types are
 * ignored. Nothing is lost, because the extension posts the content of ignored messages with the session or later.
 */
const earlyMessages: readonly ToWebviewMessage['type'][] = ['didLoadSession', 'didRequestFocus', 'didRequestSessions'];

/** The chat panel. Shows the state that the extension posts, and posts the user's actions. */
export class Panel {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #memory: PanelMemory;
  readonly #welcome: FirstRun;
  readonly #conversation: ConversationView;
  readonly #log: HTMLElement;
  readonly #jump: HTMLElement;
  readonly #following: Follow;
  readonly #find: Find;
  readonly #queue: QueueView;
  readonly #notices: NoticeArea;
  readonly #composer: Composer;
  readonly #sessions: SessionsView;
  readonly #cover: SessionsCover;
  readonly #heading: SessionHeading;
  readonly #lateEscape = new LateEscape();
  readonly #replaceFocus = createFocusReplacement(() => this.focusMessage());
  #queued: readonly QueuedMessageView[] = [];
  /** Id of the queued message whose Send button was pressed while no reply ran. Cleared at added messages or failures. */
  #manuallySentId: string | undefined;
  #access = ownAccess;
  #setup = completeSetup;

  constructor(context: PanelContext, storage: PanelStorage) {
    this.#context = context;
    this.#memory = new PanelMemory(storage);
    this.#conversation = createConversationView(context, (copies) => this.#memory.setEditCopies(copies));
    this.#composer = new Composer(context, {
      onStop: () => this.#stop(),
      onText: (text) => this.#memory.setDraft(text),
      onBases: (bases) => this.#memory.setDraftBases(bases),
      onScrollKey: (event) => this.#following.scrollByKey(event),
    });
    this.#welcome = createFirstRun(context, (text) => this.#composer.addParagraph(text));
    this.#log = element('div', {
      class: 'log',
      role: 'log',
      tabindex: '0',
      'aria-live': 'off',
      'aria-label': l10n.t('Conversation'),
    });
    markFocus(this.#log);
    this.#jump = createJumpButton(() => {
      this.#log.focus({ preventScroll: true });
      this.#conversation.focus.enterAtEnd();
      this.#following.jump();
    });
    this.#following = this.#createFollow();
    this.#find = this.#createFind();
    this.#queue = this.#createQueue();
    this.#notices = createNoticeArea(context, this.#replaceFocus);
    this.#sessions = this.#createSessions();
    this.#heading = createSessionHeading(context);
    const main = this.#layOut();
    this.#cover = new SessionsCover(this.#sessions, main, this.focusMessage);
    this.element = element('div', { class: 'panel-frame' }, main, this.#sessions.element);
    dropTargetOnDemand(context, this.element, this.#composer.focus);
  }

  /**
   * Handles a message from the extension. Calls `#replaceFocus` if handling the message removes, hides or disables the
   * focused element and does not move the focus to another element.
   */
  readonly handle = (message: Exclude<ToWebviewMessage, DidAnswer>): void => {
    const focused = document.activeElement;
    if (this.#memory.sessionId !== undefined || earlyMessages.includes(message.type)) this.#apply(message);
    const isMoved = document.activeElement !== focused && document.activeElement !== document.body;
    // If the document has no focus, the user may be typing in an editor, so don't take the focus.
    if (isMoved || !document.hasFocus()) return;
    if (focused?.checkVisibility() === false || focused?.matches(':disabled') === true) this.#replaceFocus(focused);
  };

  readonly handleKey = (event: KeyboardEvent): void => {
    // A key that was held down before a button had the focus must not press the button, which may send.
    if (event.repeat && event.key === 'Enter' && event.target instanceof HTMLButtonElement) event.preventDefault();
    if (!this.#sessions.isOpen() && this.#find.handleKey(event)) return;
    if (event.key !== 'Escape' || isComposing(event) || event.defaultPrevented) return;
    event.preventDefault();
    this.#composer.flush();
    const isRunning = this.#conversation.runningReplyId() !== undefined && !this.#access.isReadOnly;
    if (this.#sessions.isOpen()) this.#cover.close();
    else if (isRunning || this.#lateEscape.matches(event)) {
      // A held key must not do what a second press does.
      if (!event.repeat) this.#stop('escape');
    } else if (!this.#find.close() && !this.#conversation.focus.leaveControl() && !this.#leaveConversation())
      this.#context.post({ type: 'returnFocus' });
  };

  /** Stores the reading place and posts typed text at once, because VS Code may destroy a hidden panel at any time. */
  readonly flush = (): void => {
    this.#storeReadingPlace();
    this.#composer.flush();
    this.#conversation.flush();
  };

  #createFollow(): Follow {
    const content = element('div', { class: 'log-content' }, this.#welcome.element, this.#conversation.element);
    this.#log.append(content);
    this.#log.addEventListener('scrollend', () => this.#storeReadingPlace());
    return new Follow({ scroller: this.#log, content, isEmpty: this.#conversation.isEmpty }, (isEndShown) => {
      this.#jump.hidden = isEndShown;
      this.#storeReadingPlace();
    });
  }

  #createFind(): Find {
    const { element: content, renderClosed, focus } = this.#conversation;
    return findOnDemand(this.#context, { content, scroller: this.#log, renderClosed, focus });
  }

  #createQueue(): QueueView {
    return queueOnDemand(this.#context, {
      onSend: async (id) => {
        if (this.#conversation.runningReplyId() === undefined) this.#manuallySentId = id;
        const answer = await this.#context.ask({ type: 'sendQueued', id });
        if (answer !== 'accepted' && this.#manuallySentId === id) this.#manuallySentId = undefined;
      },
      onLeave: this.#composer.takeFocus,
    });
  }

  #createSessions(): SessionsView {
    return sessionsOnDemand(this.#context, {
      onClose: () => this.#cover.close(),
      onOpen: () => this.#cover.closeAfterChoice(),
    });
  }

  #layOut(): HTMLElement {
    const header = createPanelHeader(this.#context, this.#heading.element, () => this.#cover.open());
    const conversation = element('main', {}, this.#find.element, this.#log, this.#jump);
    return element(
      'div',
      { class: 'panel' },
      header,
      conversation,
      this.#queue.element,
      ...this.#notices.elements,
      this.#composer.element,
    );
  }

  #apply(message: Exclude<ToWebviewMessage, DidAnswer>): void {
    if (message.type !== 'didAppendText') this.#following.noteChange();
    switch (message.type) {
      case 'didLoadSession':
        this.#load(message);
        break;
      case 'didAddMessages':
        this.#add(message.messages);
        break;
      case 'didChangeReply':
        this.#conversation.change(message);
        this.#refresh();
        break;
      case 'didRestoreExchange':
        this.#conversation.apply(message);
        if (this.#conversation.element.contains(document.activeElement)) this.#following.noteOpening();
        break;
      case 'didDeleteExchange':
      case 'didChangeEdit':
      case 'didChangeEditEstimate':
      case 'didAppendText':
      case 'didChangeCostSoFar':
        this.#conversation.apply(message);
        break;
      case 'didChangeQueue':
        this.#showQueue(message.queue, true);
        break;
      case 'didChangeDraft':
        this.#composer.changeDraft(message);
        break;
      case 'didChangeSetup':
        this.#setup = message.setup;
        this.#refresh();
        break;
      case 'didChangeSaving':
        this.#notices.showSaving(message.sentence);
        break;
      case 'didChangeBackgroundReplies':
        this.#notices.showBackgroundReplies(message.replies);
        this.#sessions.setReplies(message.replies);
        break;
      case 'didChangeNotices':
        this.#notices.show(message.notices);
        break;
      case 'didChangeOfferedFile':
        this.#composer.offer(message.file);
        break;
      case 'didChangeEstimate':
        this.#composer.setEstimate(message);
        this.#queue.setPrices(message.queue);
        break;
      case 'didChangePreferences':
        this.#setPreferences(message.preferences);
        break;
      case 'didChangeTokenColors':
        this.#context.highlighter.setTheme(message.rules);
        break;
      case 'didComplete':
        this.#composer.complete(message);
        break;
      case 'didChangeEditor':
        this.#context.editor.change(message);
        break;
      case 'didRequestFocus':
        this.#cover.close();
        whenPageFocused(() => (message.isAfterDialog === true ? this.#replaceFocus() : this.focusMessage()));
        break;
      case 'didRequestSessions':
        this.#cover.open();
        break;
      case 'didRequestCopy':
        void import('./copyReply.ts').then(async ({ copyReply }) => copyReply(this.#context, message));
        break;
      case 'didListSessions':
      case 'didChangeSession':
      case 'didDeleteSession':
      case 'didFindSessions':
      case 'didChooseSessionAction':
        this.#sessions.handle(message);
        break;
      case 'didChangeHeading':
        this.#heading.show(message);
        break;
      case 'didChangeAccess':
        this.#setAccess(message.access);
        break;
      default:
        assertNever(message);
    }
  }

  #load(message: DidLoadSession): void {
    const isSame = this.#memory.sessionId === message.sessionId;
    // The conversation may be drawn over several frames, in which the browser does not keep the position.
    if (isSame) this.#storeReadingPlace();
    const stored = this.#memory.open(message.sessionId, message.deletionId);
    this.#setup = message.setup;
    this.#conversation.replace({
      ...message,
      editCopies: stored?.editCopies,
      firstDrawnId: this.#memory.reading?.messageId,
    });
    this.#showQueue(message.queue);
    const questions = message.messages.filter(({ kind }) => kind === 'question');
    const sentTexts = [...questions, ...message.queue, ...(message.draft.sent ?? [])].map(({ text }) => text);
    this.#composer.load(message.draft, restoredText(message.draft.text, stored, sentTexts));
    this.#composer.setEstimate(message.estimate);
    this.#queue.setPrices(message.estimate.queue);
    this.#setPreferences(message.preferences);
    this.#setAccess(message.access ?? ownAccess);
    this.#refresh();
    if (!this.#restoreReadingPlace() && !isSame) this.#showLatest();
  }

  /**
   * Scrolls to the stored reading place. Returns false if no place is stored, if the message of the place is gone, or
   * if `questionIds` of the place does not contain the id of the last question.
   */
  #restoreReadingPlace(): boolean {
    const { reading } = this.#memory;
    if (reading?.questionIds.includes(this.#conversation.lastQuestionId() ?? '') !== true) return false;
    if (!this.#conversation.elements().has(reading.messageId)) return false;
    this.#following.restorePlace(() => distanceTo(reading, this.#log, this.#conversation.elements()));
    return true;
  }

  #showLatest(): void {
    this.#following.show(
      this.#conversation.runningReplyId() === undefined ? undefined : this.#conversation.lastQuestion(),
    );
  }

  #add(messages: readonly MessageView[]): void {
    this.#conversation.add(messages);
    this.#refresh();
    if (messages.some((message) => this.#isSentAutomatically(message))) {
      this.#following.followSent(this.#conversation.lastQuestion());
    } else {
      // The user may have asked from an editor, so close the list of sessions to reveal the question. In a read-only
      // panel, another window asked the question, so keep the list open.
      if (!this.#access.isReadOnly) this.#cover.close();
      this.#following.show(this.#conversation.lastQuestion());
      // The focused button has requested the reply, for example Retry, and would do so again after the reply.
      if (document.hasFocus() && document.activeElement?.matches('.message [aria-disabled=true]') === true)
        this.#replaceFocus();
    }
    this.#manuallySentId = undefined;
  }

  /** True if the message was sent from the queue without a press of Send. A queued message keeps its id when sent. */
  #isSentAutomatically({ id }: MessageView): boolean {
    return id !== this.#manuallySentId && this.#queued.some((each) => each.id === id);
  }

  #showQueue(messages: readonly QueuedMessageView[], isChange = false): void {
    this.#queued = messages;
    this.#queue.show(messages, isChange);
  }

  #setPreferences(preferences: Preferences): void {
    this.#composer.setPreferences(preferences);
    this.#conversation.setSendKey(preferences.sendKey);
    this.#following.setMode(preferences.scroll);
  }

  #setAccess(access: SessionAccessView): void {
    this.#access = access;
    this.#notices.readOnly.show(access);
    this.#composer.setReadOnly(access.isReadOnly);
    this.#conversation.setReadOnly(access.isReadOnly);
  }

  /** Updates all elements that depend on the setup, on whether the conversation is empty or whether a reply runs. */
  #refresh(): void {
    const isEmpty = this.#conversation.isEmpty();
    const isRunning = this.#conversation.runningReplyId() !== undefined;
    this.#welcome.element.hidden = !isEmpty;
    this.#welcome.setSetup(this.#setup);
    this.#composer.setSetup(isEmpty ? completeSetup : this.#setup);
    this.#lateEscape.setRunning(isRunning);
    this.#queue.setRunning(isRunning);
    this.#composer.setRunning(isRunning);
    if (this.#memory.sessionId !== undefined) this.#sessions.setShown(this.#memory.sessionId, isRunning);
  }

  #stop(type: 'stop' | 'escape' = 'stop'): void {
    this.#composer.flush();
    this.#context.post({ type, responseId: this.#conversation.runningReplyId() ?? '' });
  }

  /** Stores the place at the top of the view, or no place if the end is shown. Too slow to be called for each frame. */
  #storeReadingPlace(): void {
    if (this.#jump.hidden && this.#memory.reading === undefined) return;
    // A hidden panel has no layout, so the place is unknown.
    if (this.#log.clientHeight === 0) return;
    const place = this.#jump.hidden ? undefined : findReadingPlace(this.#log, this.#conversation.elements());
    const questionIds = [this.#conversation.lastQuestionId() ?? [], this.#queued.map(({ id }) => id)].flat();
    this.#memory.setReading(place && { ...place, questionIds });
  }

  /** Moves the focus to the message box, or to what is shown in its place. */
  readonly focusMessage = (): void => {
    if (this.#sessions.isOpen()) this.#sessions.focus();
    else if (this.#access.isReadOnly) this.#notices.readOnly.focus();
    else this.#composer.focus();
  };

  #leaveConversation(): boolean {
    const isInside = this.#conversation.element.contains(document.activeElement);
    if (isInside) this.focusMessage();
    return isInside;
  }
}
