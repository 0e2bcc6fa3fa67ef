import * as vscode from 'vscode';
import type { ToWebviewMessage } from '../../common/protocol/protocol.ts';
import type { DeletedSessionView, SessionMessage, SessionView } from '../../common/protocol/sessionProtocol.ts';
import type { LibraryResult, ListedSession, SessionLibrary } from '../../chat/sessions/sessionLibrary.ts';
import type { SessionMark } from '../../chat/messages/transcript.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { formatMarkedRange } from '../../common/text/formatCost.ts';
import type { BackgroundReplies } from './backgroundReplies.ts';
import type { PanelHandlers } from './panelHandlers.ts';
import { showInformation } from '../dialogs/messages.ts';
import { shownTitle } from '../dialogs/plainText.ts';

export interface SessionHandlerDependencies {
  readonly chat: WorkspaceChat;
  readonly library: SessionLibrary;
  readonly exportSession: (id: string) => Promise<void>;
  readonly backgroundReplies: Pick<BackgroundReplies, 'dismiss'>;
  readonly post: (message: ToWebviewMessage) => void;
  /** See ChatPanelEvents. */
  readonly restoreFocus: () => Promise<void>;
  readonly reportError: (error: unknown) => void;
}

/** Creates the handlers of messages from a panel's list of sessions, and from the notice about a read-only session. */
export function createSessionHandlers(dependencies: SessionHandlerDependencies): PanelHandlers<SessionMessage['type']> {
  const { chat, library, exportSession, backgroundReplies, post, restoreFocus, reportError } = dependencies;
  const search = createSearch(library, post);
  const deletions = createDeletions();

  async function list(isLeft: (id: string) => boolean): Promise<void> {
    try {
      const views = (listed: readonly ListedSession[]) => listed.filter(({ id }) => isLeft(id)).map(toSessionView);
      const sessions = await library.list((partial) =>
        post({ type: 'didListSessions', sessions: views(partial), isComplete: false }),
      );
      // After the list, because sessions may be deleted or restored while it is read.
      const deleted = await listDeleted(library);
      const left = views(sessions);
      // An imported session can be in both.
      const restorable = deleted.filter(({ id }) => left.every((each) => each.id !== id));
      post({ type: 'didListSessions', sessions: left, isComplete: true, deleted: restorable });
    } catch (error) {
      reportError(error);
    }
  }

  async function open(id: string): Promise<void> {
    search.cancel();
    try {
      const result = await library.open(id);
      explainFailure(result);
      if (result === 'missing') await tellDeleted(id);
    } catch (error) {
      reportError(error);
    }
  }

  async function mark(id: string, change: SessionMark): Promise<void> {
    await deletions.during(async (isLeft) => {
      const session = await library.mark(id, change);
      if (!isLeft(id)) return;
      if (session !== undefined) post({ type: 'didChangeSession', session: toSessionView(session) });
      else explainFailure('missing');
    });
  }

  async function tellDeleted(id: string, isReplyStopped = false): Promise<void> {
    deletions.add(id);
    backgroundReplies.dismiss(id);
    const deleted = await listDeleted(library);
    post({ type: 'didDeleteSession', id, deleted, ...(isReplyStopped && { isReplyStopped }) });
  }

  async function restore(id: string): Promise<void> {
    const session = await library.restore(id).catch(async (error: unknown) => {
      // The panel already shows the session as restored.
      await tellDeleted(id);
      throw error;
    });
    deletions.remove(id);
    if (session === undefined) {
      void showInformation(vscode.l10n.t('The session can no longer be restored.'));
      // It may have been imported again.
      await deletions.during(list);
    } else post({ type: 'didChangeSession', session: toSessionView(session) });
  }

  return {
    newSession: async () => vscode.commands.executeCommand('tally.newSession'),
    takeOver: async () => {
      if (!(await chat.takeOver())) tellNotTakenOver();
    },
    listSessions: async () => deletions.during(list),
    searchSessions: async ({ query }) => search.find(query),
    openSession: async ({ id }) => open(id),
    openOriginalSession: async () => openOriginal(chat.session, library, restore, restoreFocus),
    stopBackgroundReply: ({ id }) => chat.stopBackground(id),
    dismissBackgroundReply: ({ id }) => backgroundReplies.dismiss(id),
    renameSession: async ({ id, title }) => mark(id, { type: 'title', text: title }),
    pinSession: async ({ id, isPinned }) => mark(id, { type: 'pin', isPinned }),
    exportSession: async ({ id }) => {
      try {
        await exportSession(id);
      } finally {
        // VS Code moves the focus from its dialog to an editor.
        await restoreFocus();
      }
    },
    deleteSession: async ({ id }) => {
      const running = [chat.session, ...chat.background].find((each) => each.id === id && each.isRunning);
      const result = await library.delete(id);
      if (result !== 'openElsewhere') await tellDeleted(id, running !== undefined && isLastReplyStopped(running));
      explainFailure(result);
    },
    restoreSession: async ({ id }) => restore(id),
  };
}

/** Searches the texts of the sessions. A search cancels the one before. */
function createSearch(library: Pick<SessionLibrary, 'search'>, post: (message: ToWebviewMessage) => void) {
  let running = new AbortController();
  const find = async (query: string): Promise<void> => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    if (query.trim() === '') return;
    await library.search(query, signal, (matches) => {
      post({
        type: 'didFindSessions',
        query,
        matches: matches.map(({ snippet, ...match }) => ({ ...match, ...snippet })),
        isComplete: false,
      });
    });
    if (!signal.aborted) post({ type: 'didFindSessions', query, matches: [], isComplete: true });
  };
  return { find, cancel: () => running.abort() };
}

/** The sessions that are deleted while others read them, so that an outdated view of them must not be shown. */
function createDeletions() {
  const pending = new Set<Set<string>>();
  return {
    add: (id: string) => pending.forEach((each) => each.add(id)),
    /** Must be called when a session was restored. */
    remove: (id: string) => pending.forEach((each) => each.delete(id)),
    /** Calls `read` with a function that returns false for sessions that were deleted since. */
    during: async <T>(read: (isLeft: (id: string) => boolean) => Promise<T>): Promise<T> => {
      const deleted = new Set<string>();
      pending.add(deleted);
      try {
        return await read((id) => !deleted.has(id));
      } finally {
        pending.delete(deleted);
      }
    },
  };
}

async function listDeleted(library: Pick<SessionLibrary, 'deleted'>): Promise<readonly DeletedSessionView[]> {
  return (await library.deleted()).map(({ id, title }) => ({ id, title: shownTitle(title) }));
}

function isLastReplyStopped({ messages }: Pick<WorkspaceChat['session'], 'messages'>): boolean {
  const last = messages.at(-1);
  return last?.kind === 'reply' && last.state === 'stopped';
}

function tellNotTakenOver(): void {
  void showInformation(
    vscode.l10n.t(
      'A reply is running in the other window, or that window has a newer version of Tally Chat. You can use the session here when the reply has ended or the session is closed there.',
    ),
  );
}

/** If nothing was done, tells the user why. */
function explainFailure(result: LibraryResult): void {
  if (result === 'missing') void showInformation(vscode.l10n.t('The session no longer exists.'));
  if (result === 'openElsewhere')
    void showInformation(
      vscode.l10n.t(
        'The session is open in another window. Before you delete it, close it there, or open it here and select “{0}”.',
        vscode.l10n.t('Use session here'),
      ),
    );
}

/**
 * If the session began with an edited message, shows the session that contains the original message. If that session was
 * deleted, tells the user, and offers to restore it while this is possible.
 */
async function openOriginal(
  { carriedFrom }: Pick<WorkspaceChat['session'], 'carriedFrom'>,
  library: Pick<SessionLibrary, 'open' | 'deleted'>,
  restore: (id: string) => Promise<void>,
  restoreFocus: () => Promise<void>,
): Promise<void> {
  if (carriedFrom === undefined || (await library.open(carriedFrom)) !== 'missing') return;
  const { l10n } = vscode;
  const isRestorable = (await library.deleted()).some(({ id }) => id === carriedFrom);
  const buttons = isRestorable ? [l10n.t('Restore Session')] : [];
  if ((await showInformation(l10n.t('The original session was deleted.'), ...buttons)) === undefined) return;
  await restore(carriedFrom);
  await library.open(carriedFrom);
  // VS Code leaves the focus in its notification.
  await restoreFocus();
}

/** Shows a session, and calls `focusMessage`. If the session does not exist, only tells the user. */
export async function showSession(
  id: string,
  library: Pick<SessionLibrary, 'open'>,
  focusMessage: () => Promise<void>,
): Promise<void> {
  const result = await library.open(id);
  explainFailure(result);
  if (result === 'done') await focusMessage();
}

function toSessionView({ id, title, at, isPinned, isEdited, cost, elsewhere, isRunning }: ListedSession): SessionView {
  return {
    id,
    title: shownTitle(title),
    at,
    isPinned,
    cost: cost.high === 0 ? '' : formatMarkedRange(cost, vscode.env.language),
    ...(isEdited === true ? { isEdited } : {}),
    ...(isRunning === true ? { isRunning } : {}),
    ...(elsewhere === undefined ? {} : { elsewhere }),
  };
}
