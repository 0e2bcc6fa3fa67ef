import * as vscode from 'vscode';
import type { WorkspaceChatEvent } from '../../chat/conversation/conversationEvent.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { formatMarkedRange } from '../../common/text/formatCost.ts';
import type { DidChangeHeading } from '../../common/protocol/sessionProtocol.ts';
import type { Ledger } from '../../meter/ledger/ledger.ts';
import { withCostSoFar } from '../../meter/ledger/spend.ts';
import { shownTitle } from '../dialogs/plainText.ts';

/** The title and the cost of the shown session, for the headers of all panels. */
export interface SessionHeading {
  readonly view: () => DidChangeHeading;
  /** Fires when the view has changed. Fires at most once a second because of the cost so far of a running reply. */
  readonly onDidChange: vscode.Event<void>;
  readonly dispose: () => void;
}

export interface SessionHeadingDependencies {
  readonly chat: Pick<WorkspaceChat, 'session'>;
  readonly onDidChangeChat: vscode.Event<WorkspaceChatEvent>;
  readonly ledger: Pick<Ledger, 'total' | 'pendingRequest'>;
  readonly onDidChangeSpend: vscode.Event<void>;
}

const followMilliseconds = 1_000;

/** The events after which the title or the session may be another. */
const titleEvents: ReadonlySet<WorkspaceChatEvent['type']> = new Set([
  'messagesAdded',
  'exchangeDeleted',
  'exchangeRestored',
  'sessionChanged',
  'sessionRenamed',
  'accessChanged',
]);

export function createSessionHeading(dependencies: SessionHeadingDependencies): SessionHeading {
  const { chat, onDidChangeChat, ledger, onDidChangeSpend } = dependencies;
  const changed = new vscode.EventEmitter<void>();
  let timer: NodeJS.Timeout | undefined;
  let lastFired = '';

  const cost = () => {
    const { id, messages } = chat.session;
    const total = ledger.total({ sessionId: id });
    const last = messages.at(-1);
    if (last?.kind !== 'reply' || last.costSoFar === undefined) return total;
    const pending = ledger.pendingRequest(last.id);
    return pending === undefined ? total : withCostSoFar(total, pending, last.costSoFar);
  };

  const view = (): DidChangeHeading => {
    const { id, title, messages } = chat.session;
    const spent = cost();
    return {
      type: 'didChangeHeading',
      sessionId: id,
      title: title === '' && messages.length === 0 ? '' : shownTitle(title),
      cost: spent.high === 0 ? '' : formatMarkedRange(spent, vscode.env.language),
    };
  };

  const update = () => {
    const text = JSON.stringify(view());
    if (text === lastFired) return;
    lastFired = text;
    changed.fire();
  };

  const subscriptions = vscode.Disposable.from(
    changed,
    onDidChangeSpend(update),
    onDidChangeChat((event) => {
      if (titleEvents.has(event.type)) update();
      if (event.type !== 'costSoFarChanged') return;
      timer ??= setTimeout(() => {
        timer = undefined;
        update();
      }, followMilliseconds);
    }),
  );
  return {
    view,
    onDidChange: changed.event,
    dispose: () => {
      clearTimeout(timer);
      subscriptions.dispose();
    },
  };
}
