import * as vscode from 'vscode';
import type { WorkspaceChatEvent } from '../../chat/conversation/conversationEvent.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import type { Reply } from '../../chat/messages/message.ts';
import type { SessionLibrary } from '../../chat/sessions/sessionLibrary.ts';
import { formatMarkedRange } from '../../common/text/formatCost.ts';
import { plainName } from '../dialogs/plainText.ts';
import { showInformation } from '../dialogs/messages.ts';
import type { BackgroundReplyView } from '../../common/protocol/sessionProtocol.ts';

/**
 * The replies of sessions that are not shown: the running replies, and the ended replies until the user shows or deletes
 * their session or dismisses them.
 */
export interface BackgroundReplies {
  readonly views: () => readonly BackgroundReplyView[];
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

export function createBackgroundReplies(dependencies: BackgroundReplyDependencies): BackgroundReplies {
  const { chat, onDidChangeChat, library, reportError } = dependencies;
  const entries = new Map<string, Entry>();
  const changed = new vscode.EventEmitter<void>();
  const ended = new vscode.EventEmitter<BackgroundReplyView>();

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
    const entry = entries.get(id) ?? { title: '' };
    entry.reply = reply;
    entries.set(id, entry);
    changed.fire();
    ended.fire(toView(id, entry));
  };

  const clear = () => {
    entries.clear();
    changed.fire();
  };

  const subscription = onDidChangeChat((event) => {
    if (event.type === 'backgroundChanged') update();
    if (event.type === 'backgroundEnded') end(event.sessionId, event.reply);
    if (event.type === 'dataDeleted') clear();
    if (event.type === 'sessionChanged' && entries.delete(chat.session.id)) changed.fire();
  });

  return {
    views: () => [...entries].map(([sessionId, entry]) => toView(sessionId, entry)),
    onDidChange: changed.event,
    onDidEnd: ended.event,
    dismiss: (sessionId) => {
      if (entries.get(sessionId)?.reply === undefined) return;
      entries.delete(sessionId);
      changed.fire();
    },
    dispose: () => {
      subscription.dispose();
      changed.dispose();
      ended.dispose();
    },
  };
}

/** Shows a notification that a reply has ended. `showSession` is called if the user wants to see the session. */
export async function tellEndedReply(
  { sessionId, sentence }: BackgroundReplyView,
  showSession: (id: string) => Promise<void>,
): Promise<void> {
  const show = vscode.l10n.t('Show');
  if ((await showInformation(sentence, show)) === show) await showSession(sessionId);
}

function toView(sessionId: string, entry: Entry): BackgroundReplyView {
  return { sessionId, sentence: sentenceOf(entry), isRunning: entry.reply === undefined };
}

function sentenceOf({ title, reply }: Entry): string {
  const { l10n, env } = vscode;
  const name = title === '' ? l10n.t('Untitled') : plainName(title);
  if (reply === undefined) return l10n.t('A reply is running in “{0}”.', name);
  const cost = reply.cost === undefined ? '' : formatMarkedRange(reply.cost, env.language);
  switch (reply.state) {
    case 'complete':
      return l10n.t('The reply in “{0}” is complete. Cost: {1}.', name, cost);
    case 'stopped':
      return l10n.t('The reply in “{0}” was stopped. Cost: {1}.', name, cost);
    case 'failed':
      return l10n.t('The reply in “{0}” failed. Cost: {1}.', name, cost);
    default:
      return l10n.t('The reply in “{0}” is incomplete. Cost: {1}.', name, cost);
  }
}
