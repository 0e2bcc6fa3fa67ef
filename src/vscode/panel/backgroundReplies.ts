import * as vscode from 'vscode';
import type { WorkspaceChatEvent } from '../../chat/conversation/conversationEvent.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import type { Message, Reply, ReplyProgress } from '../../chat/messages/message.ts';
import type { SessionLibrary } from '../../chat/sessions/sessionLibrary.ts';
import { formatMarkedRange } from '../../common/text/formatCost.ts';
import { shownTitle } from '../dialogs/plainText.ts';
import { showInformation } from '../dialogs/messages.ts';
import type { BackgroundReplyView } from '../../common/protocol/sessionProtocol.ts';

/**
 * The replies of sessions that are not shown: the running replies, and the ended replies until the user shows or deletes
 * their session or dismisses them. A reply that the user has stopped is not contained, and its end is not reported.
 */
export interface BackgroundReplies {
  readonly views: () => readonly BackgroundReplyView[];
  /** Fires when the views have changed. Fires at most once a second because of the costs so far of running replies. */
  readonly onDidChange: vscode.Event<void>;
  /** Fires when a reply has ended. */
  readonly onDidEnd: vscode.Event<BackgroundReplyView>;
  /** Removes the ended reply of this session. */
  readonly dismiss: (sessionId: string) => void;
  readonly dispose: () => void;
}

export interface BackgroundReplyDependencies {
  readonly chat: Pick<WorkspaceChat, 'session' | 'background'>;
  readonly onDidChangeChat: vscode.Event<WorkspaceChatEvent>;
  readonly library: Pick<SessionLibrary, 'title'>;
  readonly reportError: (error: unknown) => void;
}

interface Entry {
  title: string;
  /** Undefined while the reply runs. */
  reply?: Reply;
}

const followMilliseconds = 1_000;

export function createBackgroundReplies(dependencies: BackgroundReplyDependencies): BackgroundReplies {
  const { chat, onDidChangeChat, library, reportError } = dependencies;
  const entries = new Map<string, Entry>();
  const changed = new vscode.EventEmitter<void>();
  const ended = new vscode.EventEmitter<BackgroundReplyView>();
  let followTimer: NodeJS.Timeout | undefined;

  const readTitle = async (id: string, entry: Entry): Promise<void> => {
    entry.title = await library.title(id);
    changed.fire();
  };

  const update = () => {
    // The reply of a session may have ended before the user left the session, or the session was deleted. Then no end
    // is reported.
    const running = new Set(chat.background.map(({ id }) => id));
    for (const [id, { reply }] of entries) if (reply === undefined && !running.has(id)) entries.delete(id);
    for (const id of running) {
      if (entries.get(id)?.reply === undefined && entries.has(id)) continue;
      const entry = { title: '' };
      entries.set(id, entry);
      readTitle(id, entry).catch(reportError);
    }
    changed.fire();
  };

  const end = (id: string, reply: Reply) => {
    if (isStopped(reply)) return;
    const entry = entries.get(id) ?? { title: '' };
    entry.reply = reply;
    entries.set(id, entry);
    changed.fire();
    ended.fire(toView(id, entry));
  };

  const viewOf = (id: string, entry: Entry) =>
    toView(id, entry, chat.background.find((session) => session.id === id)?.messages.at(-1));

  const follow = () => {
    followTimer ??= setTimeout(() => {
      followTimer = undefined;
      changed.fire();
    }, followMilliseconds);
  };

  const clear = () => {
    entries.clear();
    changed.fire();
  };

  const subscription = onDidChangeChat((event) => {
    if (event.type === 'backgroundChanged') update();
    if (event.type === 'backgroundCostChanged') follow();
    if (event.type === 'backgroundEnded') end(event.sessionId, event.reply);
    if (event.type === 'dataDeleted') clear();
    if (event.type === 'sessionChanged' && entries.delete(chat.session.id)) changed.fire();
  });

  return {
    views: () => [...entries].map(([sessionId, entry]) => viewOf(sessionId, entry)),
    onDidChange: changed.event,
    onDidEnd: ended.event,
    dismiss: (sessionId) => {
      if (entries.get(sessionId)?.reply === undefined) return;
      entries.delete(sessionId);
      changed.fire();
    },
    dispose: () => {
      clearTimeout(followTimer);
      subscription.dispose();
      changed.dispose();
      ended.dispose();
    },
  };
}

/**
 * Calls `onEnd` once for each reply of the shown session that ran in this window, when the reply is booked, unless the
 * user has stopped the reply.
 */
export function watchShownReplies(
  { chat, onDidChangeChat, library, reportError }: BackgroundReplyDependencies,
  onEnd: (reply: BackgroundReplyView) => void,
): vscode.Disposable {
  /** The id of the reply that runs, or that has ended and is not booked yet. */
  let runningId: string | undefined;

  const end = async (reply: Reply) => {
    const { id } = chat.session;
    onEnd(toView(id, { title: await library.title(id), reply }));
  };

  return onDidChangeChat((event) => {
    // The reply of a session that was in the background may still run.
    if (event.type === 'sessionChanged')
      runningId = chat.session.isRunning ? chat.session.messages.at(-1)?.id : undefined;
    if (event.type !== 'replyChanged') return;
    const { reply } = event;
    if (reply.ending === undefined) runningId = reply.id;
    else if (reply.cost !== undefined && reply.id === runningId) {
      runningId = undefined;
      if (isStopped(reply)) return;
      end(reply).catch(reportError);
    }
  });
}

/** True if the user has stopped the reply. A deletion of all data, which may be cancelled, also stops replies. */
function isStopped({ state, ending }: Reply): boolean {
  return state === 'stopped' && ending?.isInterrupted !== true;
}

/** Shows a notification that a reply has ended. `showSession` is called if the user wants to see the session. */
export async function tellEndedReply(
  { sessionId, sentence }: BackgroundReplyView,
  showSession: (id: string) => Promise<void>,
): Promise<void> {
  const show = vscode.l10n.t('Show');
  if ((await showInformation(sentence, show)) === show) await showSession(sessionId);
}

/** `last` is the last message of a session whose reply runs. */
function toView(sessionId: string, entry: Entry, last?: Message): BackgroundReplyView {
  const running = last?.kind === 'reply' ? last : undefined;
  return { sessionId, sentence: sentenceOf(entry, running), isRunning: entry.reply === undefined };
}

function sentenceOf({ title, reply }: Entry, running?: Reply): string {
  const { l10n, env } = vscode;
  const name = shownTitle(title);
  if (reply === undefined) {
    const { progress, costSoFar } = running ?? {};
    const sentence = runningSentence(name, progress);
    if (costSoFar === undefined) return sentence;
    return `${sentence} ${l10n.t('Cost so far: {0}.', formatMarkedRange(costSoFar, env.language))}`;
  }
  const cost = reply.cost === undefined ? '' : formatMarkedRange(reply.cost, env.language);
  switch (reply.state) {
    case 'complete':
      return l10n.t('The reply in “{0}” is complete. Cost: {1}.', name, cost);
    case 'failed':
      return l10n.t('The reply in “{0}” failed. Cost: {1}.', name, cost);
    default:
      return l10n.t('The reply in “{0}” is incomplete. Cost: {1}.', name, cost);
  }
}

function runningSentence(name: string, progress?: ReplyProgress): string {
  const { l10n } = vscode;
  switch (progress?.kind) {
    case 'quiet':
      return l10n.t('The service has sent nothing for a while in “{0}”.', name);
    case 'repeating':
      return l10n.t('The message in “{0}” is sent again soon.', name);
    default:
      return l10n.t('A reply is running in “{0}”.', name);
  }
}
