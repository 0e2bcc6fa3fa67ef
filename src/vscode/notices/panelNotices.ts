import * as vscode from 'vscode';
import type { WorkspaceChatEvent } from '../../chat/conversation/conversationEvent.ts';
import type { PanelNoticeView } from '../../common/protocol/noticeProtocol.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';

/** A notice above the message box. Each refresh reads all properties again, so that a getter can change the notice. */
export interface PanelNotice {
  /** A notice replaces an earlier notice with the same id. See `merge`. */
  readonly id: string;
  /** Returns the notice to show in place of this notice and of the earlier notice with the same id, which is still shown. */
  readonly merge?: (earlier: PanelNotice) => PanelNotice;
  /** The number of notices that `merge` has merged into this notice. Absent if it is 1. */
  readonly count?: number;
  /** Returns the sentence to show. Called again by each refresh. */
  readonly sentence: () => string;
  readonly isWarning?: boolean;
  readonly action?: { readonly label: string; readonly run: () => unknown } | undefined;
  /** True if the notice is still shown when its action has run. */
  readonly staysAfterAction?: boolean;
  /** Returns false when the notice is no longer true. The next refresh then removes the notice. */
  readonly isTrue?: () => boolean;
  /** The id of a notice that says a part of the same. It is not shown beside this one. */
  readonly covers?: string | undefined;
  /** True if the notice is also removed when a message is added or another session is shown. */
  readonly isTemporary?: boolean;
  /** True if the notice is also removed when all data is deleted, because its action would restore deleted data. */
  readonly isAboutData?: boolean;
}

/** The notices above the message box. Unlike VS Code's notifications, they never cover the message box. */
export interface PanelNotices {
  /** Sets the function that returns true while the panel is visible. Until then, the panel counts as hidden. */
  readonly connect: (isPanelVisible: () => boolean) => void;
  /** Shows a notice in the panel, or as a notification if the panel is hidden. */
  readonly tell: (notice: PanelNotice) => void;
  readonly views: () => readonly PanelNoticeView[];
  /** Fires when `views` has changed. */
  readonly onDidChange: vscode.Event<void>;
  /**
   * Runs the action of a notice, and first removes the notice, unless it stays after its action. Does nothing if there is
   * no such notice or action.
   */
  readonly run: (id: string) => Promise<void>;
  readonly dismiss: (id: string) => void;
  /** Must be called when the spend or a setting may have changed. */
  readonly refresh: () => void;
  readonly handleChatEvent: (event: WorkspaceChatEvent) => void;
  readonly dispose: () => void;
}

export function createPanelNotices(reportError: (error: unknown) => void): PanelNotices {
  const changed = new vscode.EventEmitter<void>();
  let isPanelVisible = () => false;
  let notices: readonly PanelNotice[] = [];
  let shown: readonly PanelNoticeView[] = [];

  const change = (next: readonly PanelNotice[]) => {
    if (next.length === 0 && notices.length === 0) return;
    notices = next;
    const covered = new Set(next.map(({ covers }) => covers));
    const views = next.filter(({ id }) => !covered.has(id)).map(toView);
    if (JSON.stringify(views) === JSON.stringify(shown)) return;
    shown = views;
    changed.fire();
  };

  const dismiss = (id: string) => change(notices.filter((each) => each.id !== id));

  const refresh = () => change(notices.filter(({ isTrue }) => isTrue?.() !== false));

  return {
    connect: (isVisible) => {
      isPanelVisible = isVisible;
    },
    tell: (notice) => {
      if (!isPanelVisible()) {
        notify(notice).catch(reportError);
        return;
      }
      const earlier = notices.find(({ id }) => id === notice.id);
      const merged = earlier && notice.merge?.(earlier);
      change([...notices.filter((each) => each !== earlier), merged ?? notice]);
    },
    views: () => shown,
    onDidChange: changed.event,
    run: async (wanted) => {
      const { action, staysAfterAction = false } = notices.find(({ id }) => id === wanted) ?? {};
      if (action === undefined) return;
      if (!staysAfterAction) dismiss(wanted);
      await action.run();
    },
    dismiss,
    refresh,
    handleChatEvent: ({ type }) => {
      if (type === 'dataDeleted') change(notices.filter(({ isAboutData }) => isAboutData !== true));
      if (type === 'messagesAdded' || type === 'sessionChanged')
        change(notices.filter(({ isTemporary }) => isTemporary !== true));
      if (type === 'sessionChanged' || type === 'draftChanged' || type === 'queueChanged' || type === 'replyChanged')
        refresh();
    },
    dispose: () => changed.dispose(),
  };
}

async function notify({ sentence, isWarning = false, action }: PanelNotice): Promise<void> {
  const choices = action === undefined ? [] : [action.label];
  const choice = await (isWarning ? showWarning : showInformation)(sentence(), ...choices);
  if (choice !== undefined) await action?.run();
}

function toView({ id, sentence, isWarning = false, action }: PanelNotice): PanelNoticeView {
  return { id, sentence: sentence(), isWarning, ...(action && { action: action.label }) };
}
