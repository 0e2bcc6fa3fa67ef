import * as l10n from '@vscode/l10n';
import { assertNever } from '../common/assertNever.ts';
import type { MessageView } from '../common/protocol/conversationProtocol.ts';
import type { QueuedMessageView } from '../common/protocol/draftProtocol.ts';
import type { DidLoadSession, Preferences, SetupView, ToWebviewMessage } from '../common/protocol/protocol.ts';
import type { SessionAccessView } from '../common/protocol/sessionProtocol.ts';
import { composer } from './composer/composer.ts';
import { conversationView, type Edits } from './conversation/conversationView.ts';
import { element, icon, iconButton } from './dom.ts';
import { distanceTo, readingPlace, type ReadingPlace } from './conversation/readingPlace.ts';
import { findBar } from './find/findBar.ts';
import { firstRun } from './conversation/firstRun.ts';
import { follow } from './conversation/follow.ts';
import { dropTarget } from './composer/dropTarget.ts';
import { isComposing } from './composer/messageKey.ts';
import type { PanelContext } from './panelContext.ts';
import { readOnlyNotice } from './readOnlyNotice.ts';
import { sessionsOnDemand } from './sessions/sessionsOnDemand.ts';
import { queueView } from './composer/queueView.ts';

/** What the panel keeps by itself, in case the extension did not get the last keystrokes. */
export interface PanelState {
  readonly sessionId: string;
  readonly draft: string;
  /** What was being written anew, by session. */
  readonly edits?: Readonly<Record<string, Edits>>;
  /** Where the person reads, when that is not the end. */
  readonly reading?: Reading | undefined;
}

interface Reading extends ReadingPlace {
  /** The last question then, and those that were queued: one that is asked later is shown instead. */
  readonly questionIds: readonly string[];
}

export interface PanelStorage {
  readonly load: () => PanelState | undefined;
  readonly save: (state: PanelState) => void;
}

/** The whole panel: shows what the extension tells it and posts what the person asks for. */
export interface Panel {
  readonly element: HTMLElement;
  readonly handle: (message: ToWebviewMessage) => void;
  readonly handleKey: (event: KeyboardEvent) => void;
  /** Posts what has not been posted: the panel may be gone in a moment. */
  readonly flush: () => void;
}

const ownAccess: SessionAccessView = { isReadOnly: false, isBusy: false };

export function panel(context: PanelContext, storage: PanelStorage): Panel {
  const { post, announce } = context;
  let sessionId: string | undefined;
  let queued: readonly QueuedMessageView[] = [];
  /** The queued message that the person wants to be sent now. */
  let sentFromQueue: string | undefined;
  let access: SessionAccessView = ownAccess;
  let setup: SetupView = { ready: true, sentence: '' };

  let kept: Omit<PanelState, 'sessionId'> = { draft: '' };
  const keep = (changes: Partial<PanelState>): void => {
    kept = { ...kept, ...changes };
    if (sessionId !== undefined) storage.save({ ...kept, sessionId });
  };

  const conversation = conversationView(context, (edits) => {
    if (sessionId === undefined) return;
    const { [sessionId]: _, ...others } = kept.edits ?? {};
    keep({ edits: Object.keys(edits).length === 0 ? others : { ...others, [sessionId]: edits } });
  });
  const box = composer(context, {
    onStop: stop,
    onText: (draft) => keep({ draft }),
  });
  const queue = queueView({
    onSend: (id) => {
      sentFromQueue = id;
      post({ type: 'sendQueued', id });
    },
    onTakeBack: (id) => {
      box.focus();
      post({ type: 'takeBackQueued', id });
    },
  });
  const welcome = firstRun(context, (text) => {
    box.type(text);
    if (setup.ready) box.submit();
  });
  const log = element('div', { class: 'log', role: 'log', tabindex: '0', 'aria-live': 'off', 'aria-label': l10n.t('Conversation') });
  const content = element('div', { class: 'log-content' }, welcome.element, conversation.element);
  log.append(content);
  const jump = element('button', { type: 'button', class: 'jump', hidden: true, title: l10n.t('Jump to latest') }, icon('arrow-down'), l10n.t('Jump to latest'));
  const following = follow({ scroller: log, content, isEmpty: conversation.isEmpty }, (isEndShown) => {
    jump.hidden = isEndShown;
    keepReading();
  });
  log.addEventListener('scrollend', keepReading);
  jump.addEventListener('click', () => {
    log.focus({ preventScroll: true });
    following.jump();
  });

  /** Called when scrolling rests, and by what may be the end of the panel: it is too much work for each frame. */
  function keepReading(): void {
    if (jump.hidden && kept.reading === undefined) return;
    // VS Code may have made it invisible already.
    if (log.clientHeight === 0) return;
    const place = jump.hidden ? undefined : readingPlace(log, conversation.elements());
    const questionIds = [conversation.lastQuestionId() ?? [], queued.map(({ id }) => id)].flat();
    keep({ reading: place && { ...place, questionIds } });
  }

  const find = findBar(context, { content: conversation.element, scroller: log, renderClosed: conversation.renderClosed });
  const header = element(
    'header',
    {},
    iconButton('add', l10n.t('New session'), () => post({ type: 'newSession' })),
    iconButton('history', l10n.t('Sessions'), openSessions),
  );
  welcome.element.hidden = true;
  const readOnly = readOnlyNotice(context);
  const conversationParts = element('div', { class: 'panel' }, header, element('main', {}, find.element, log, jump), queue.element, readOnly.element, box.element);
  const sessions = sessionsOnDemand(async () => {
    const { sessionsView } = await import('./sessions/sessionsView.ts');
    return sessionsView(context, {
      onClose: closeSessions,
      onOpen: () => {
        focusedBefore = null;
        closeSessions();
      },
    });
  });
  const root = element('div', { class: 'panel-frame' }, conversationParts, sessions.element);
  /** What had the focus before the list of sessions came. */
  let focusedBefore: Element | null = null;

  function openSessions(): void {
    if (!sessions.isOpen()) focusedBefore = document.activeElement;
    // It keeps its place and its scrolling, and nobody can get into it.
    conversationParts.inert = true;
    sessions.open();
  }

  function closeSessions(): void {
    if (!sessions.isOpen()) return;
    sessions.close();
    conversationParts.inert = false;
    if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected && focusedBefore !== document.body) focusedBefore.focus();
    else focusMessage();
  }

  function focusMessage(): void {
    if (sessions.isOpen()) sessions.focus();
    else if (access.isReadOnly) readOnly.focus();
    else box.focus();
  }

  function setAccess(next: SessionAccessView): void {
    access = next;
    readOnly.show(access);
    box.setReadOnly(access.isReadOnly);
    conversation.setReadOnly(access.isReadOnly);
    if (document.hasFocus() && document.activeElement?.checkVisibility() === false) focusMessage();
  }

  root.append(dropTarget(context, root, box.focus));

  function stop(): void {
    const responseId = conversation.running();
    if (responseId !== undefined) post({ type: 'stop', responseId });
  }

  function refresh(): void {
    const isEmpty = conversation.isEmpty();
    welcome.element.hidden = !isEmpty;
    welcome.setSetup(setup);
    box.setSetup(isEmpty ? undefined : setup);
    const isRunning = conversation.running() !== undefined;
    queue.setRunning(isRunning);
    box.setRunning(isRunning);
    if (sessionId !== undefined) sessions.setShown(sessionId, isRunning);
  }

  function showQueue(messages: readonly QueuedMessageView[]): void {
    queued = messages;
    queue.show(messages);
  }

  /** Whether a message left by itself, with the id that it had in the queue: the person may be reading further up, and stays there. */
  function leftByItself({ id }: MessageView): boolean {
    return id !== sentFromQueue && queued.some((each) => each.id === id);
  }

  function load(message: DidLoadSession): void {
    const isFirst = sessionId === undefined;
    const isSame = sessionId === message.sessionId;
    sessionId = message.sessionId;
    setup = message.setup;
    const stored = isFirst ? storage.load() : undefined;
    if (stored !== undefined) kept = stored;
    conversation.replace({ ...message, edits: kept.edits?.[sessionId] ?? {} });
    showQueue(message.queue);
    const text = isFirst ? restoredDraft(message, stored) : message.draft.text;
    if (text !== message.draft.text) post({ type: 'setDraft', text });
    box.load({ ...message.draft, text });
    box.setEstimate(message.estimate);
    setPreferences(message.preferences);
    setAccess(message.access ?? ownAccess);
    refresh();
    const reading = stored?.sessionId === sessionId ? stored.reading : undefined;
    if (reading !== undefined && reading.questionIds.includes(conversation.lastQuestionId() ?? '') && conversation.elements().has(reading.messageId)) {
      following.goBack(() => distanceTo(reading, log, conversation.elements()));
    } else if (!isSame) {
      following.show(conversation.running() === undefined ? undefined : conversation.lastQuestion());
    }
  }

  function setPreferences(preferences: Preferences): void {
    box.setPreferences(preferences);
    conversation.setSendKey(preferences.sendKey);
    following.setMode(preferences.scroll);
  }

  function add(messages: readonly MessageView[]): void {
    conversation.add(messages);
    refresh();
    if (messages.some(leftByItself)) {
      following.begin(conversation.lastQuestion());
    } else {
      // What was asked from an editor is to be seen; what another window asks can wait.
      if (!access.isReadOnly) closeSessions();
      following.show(conversation.lastQuestion());
    }
    sentFromQueue = undefined;
  }

  function handle(message: ToWebviewMessage): void {
    const focused = document.activeElement;
    apply(message);
    const isGone = focused !== null && (!focused.isConnected || focused.closest('[hidden]') !== null);
    const isMoved = document.activeElement !== focused && document.activeElement !== document.body;
    // While the person is in an editor, the focus stays there.
    if (isGone && !isMoved && document.hasFocus()) focusMessage();
  }

  function apply(message: ToWebviewMessage): void {
    // Changes that VS Code kept while the panel came up are in the session that follows: taken twice, they would double.
    if (sessionId === undefined && !['didLoadSession', 'didRequestFocus', 'didRequestSessions'].includes(message.type)) return;
    switch (message.type) {
      case 'didLoadSession':
        load(message);
        break;
      case 'didAddMessages':
        add(message.messages);
        break;
      case 'didChangeReply':
        conversation.change(message);
        refresh();
        break;
      case 'didDeleteExchange':
        conversation.delete(message);
        break;
      case 'didRestoreExchange':
        conversation.restore();
        break;
      case 'didChangeEditEstimate':
        conversation.setEditEstimate(message);
        break;
      case 'didAppendText':
        conversation.append(message);
        break;
      case 'didChangeCostSoFar':
        conversation.setCostSoFar(message);
        break;
      case 'didExplainCost':
        conversation.explainCost(message);
        break;
      case 'didChangeQueue': {
        const isAdded = message.queue.some(({ id }) => queued.every((each) => each.id !== id));
        showQueue(message.queue);
        if (isAdded && conversation.running() !== undefined) announce(l10n.t('Queued: sent when the reply is complete.'));
        break;
      }
      case 'didChangeDraft':
        box.changeDraft(message.text, message.attachments);
        break;
      case 'didChangeSetup':
        setup = message.setup;
        box.unlock();
        queue.unlock();
        sentFromQueue = undefined;
        conversation.unlock();
        refresh();
        break;
      case 'didChangeEstimate':
        box.setEstimate(message);
        break;
      case 'didChangePreferences':
        setPreferences(message.preferences);
        break;
      case 'didListPrompts':
        box.setPrompts(message.prompts);
        break;
      case 'didChangeTokenColors':
        context.highlighter.setTheme(message.rules);
        break;
      case 'didComplete':
        box.complete(message.requestId, message.items);
        break;
      case 'didReadAttachment':
        box.insertAttachment(message.id, message.text);
        break;
      case 'didChangeEditor':
        context.editor.change(message);
        break;
      case 'didRequestFocus':
        closeSessions();
        focusMessage();
        break;
      case 'didRequestSessions':
        openSessions();
        break;
      case 'didListSessions':
      case 'didChangeSession':
      case 'didDeleteSession':
      case 'didFindSessions':
        sessions.handle(message);
        break;
      case 'didChangeAccess':
        setAccess(message.access);
        break;
      default:
        assertNever(message);
    }
  }

  function handleKey(event: KeyboardEvent): void {
    if (!sessions.isOpen() && find.handleKey(event)) return;
    if (event.key !== 'Escape' || isComposing(event) || event.defaultPrevented) return;
    event.preventDefault();
    if (sessions.isOpen()) closeSessions();
    else if (conversation.running() !== undefined && !access.isReadOnly) stop();
    else if (!find.close() && !conversation.leavePart() && !leaveConversation()) post({ type: 'returnFocus' });
  }

  function leaveConversation(): boolean {
    const isInside = conversation.element.contains(document.activeElement);
    if (isInside) focusMessage();
    return isInside;
  }

  function flush(): void {
    keepReading();
    box.flush();
  }

  return { element: root, handle, handleKey, flush };
}

/** The draft to show: the extension's, or the one kept here when the extension never got it. */
function restoredDraft(message: DidLoadSession, kept: PanelState | undefined): string {
  const { draft, messages, queue } = message;
  if (draft.text !== '' || kept?.sessionId !== message.sessionId) return draft.text;
  const sent = [...messages.filter(({ kind }) => kind === 'question'), ...queue];
  const wasSent = sent.some(({ text }) => text.trim() === kept.draft.trim());
  return wasSent ? '' : kept.draft;
}
