import * as vscode from 'vscode';
import type { FromWebviewMessage, ToWebviewMessage } from '../../common/protocol/protocol.ts';
import type { SessionView } from '../../common/protocol/sessionProtocol.ts';
import type { LibraryResult, ListedSession, SessionLibrary } from '../../chat/sessions/sessionLibrary.ts';
import type { SessionMark } from '../../chat/messages/transcript.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { formatNanoDollars } from '../../common/formatCost.ts';

/** What the person asks for in the list of sessions, and where one is shown read-only. */
export type SessionRequest = Extract<
  FromWebviewMessage,
  {
    readonly type:
      | 'takeOver'
      | 'listSessions'
      | 'searchSessions'
      | 'openSession'
      | 'renameSession'
      | 'pinSession'
      | 'exportSession'
      | 'deleteSession'
      | 'restoreSession';
  }
>;

export interface SessionRequestDependencies {
  readonly chat: WorkspaceChat;
  readonly library: SessionLibrary;
  /** Where requests go, to book with what a crash cut off. */
  readonly origin: () => string;
  readonly exportSession: (id: string) => Promise<void>;
  readonly post: (message: ToWebviewMessage) => void;
  readonly reportError: (error: unknown) => void;
}

export function createSessionRequests(dependencies: SessionRequestDependencies): (request: SessionRequest) => Promise<void> {
  const { chat, library, origin, exportSession, post, reportError } = dependencies;
  let search = new AbortController();

  async function perform(request: SessionRequest): Promise<void> {
    switch (request.type) {
      case 'takeOver':
        if (!(await chat.takeOver(origin()))) tell(vscode.l10n.t('A reply is running in the other window. Take over when it has ended.'));
        break;
      case 'listSessions':
        await list();
        break;
      case 'searchSessions':
        await find(request.query);
        break;
      case 'openSession':
        await open(request.id);
        break;
      case 'renameSession':
        await mark(request.id, { type: 'title', text: request.title });
        break;
      case 'pinSession':
        await mark(request.id, { type: 'pin', isPinned: request.isPinned });
        break;
      case 'exportSession':
        await exportSession(request.id);
        break;
      case 'deleteSession': {
        const result = await library.delete(request.id, origin());
        if (result !== 'openElsewhere') post({ type: 'didDeleteSession', id: request.id });
        explain(result);
        break;
      }
      case 'restoreSession': {
        const session = await library.restore(request.id);
        if (session === undefined) tell(vscode.l10n.t('The session can no longer be brought back.'));
        else post({ type: 'didChangeSession', session: sessionView(session) });
        break;
      }
    }
  }

  async function list(): Promise<void> {
    const postList = (sessions: readonly ListedSession[], isComplete: boolean) =>
      post({ type: 'didListSessions', sessions: sessions.map(sessionView), isComplete });
    try {
      postList(await library.list((sessions) => postList(sessions, false)), true);
    } catch (error) {
      reportError(error);
    }
  }

  async function find(query: string): Promise<void> {
    search.abort();
    search = new AbortController();
    const { signal } = search;
    if (query.trim() === '') return;
    await library.search(query, signal, (matches) => {
      post({ type: 'didFindSessions', query, matches: matches.map(({ snippet, ...match }) => ({ ...match, ...snippet })), isComplete: false });
    });
    if (!signal.aborted) post({ type: 'didFindSessions', query, matches: [], isComplete: true });
  }

  async function open(id: string): Promise<void> {
    search.abort();
    try {
      const result = await library.open(id, origin());
      explain(result);
      if (result === 'missing') post({ type: 'didDeleteSession', id });
    } catch (error) {
      reportError(error);
    }
  }

  async function mark(id: string, wanted: SessionMark): Promise<void> {
    const session = await library.mark(id, wanted);
    if (session !== undefined) post({ type: 'didChangeSession', session: sessionView(session) });
    else explain('missing');
  }

  function explain(result: LibraryResult): void {
    if (result === 'missing') tell(vscode.l10n.t('The session is no longer there.'));
    if (result === 'openElsewhere') tell(vscode.l10n.t('The session is open in another window. Close it there before you delete it.'));
  }

  return perform;
}

function sessionView({ id, title, at, isPinned, isEdited = false, cost, elsewhere }: ListedSession): SessionView {
  const amount = cost.high === 0 ? '' : formatNanoDollars(cost.high, vscode.env.language);
  return {
    id,
    title: title === '' ? vscode.l10n.t('Untitled') : title,
    at,
    isPinned,
    cost: amount === '' || cost.isReported || amount.startsWith('<') ? amount : `≈${amount}`,
    ...(isEdited ? { isEdited } : {}),
    ...(elsewhere === undefined ? {} : { elsewhere }),
  };
}

function tell(sentence: string): void {
  void vscode.window.showInformationMessage(sentence);
}
