import type * as vscode from 'vscode';
import type { LeaseOwner } from '../chat/windows/sessionLease.ts';
import type { WorkspaceChatDependencies } from '../chat/conversation/workspaceChat.ts';
import type { FileStore } from '../common/fileStore.ts';
import type { Ledger } from '../meter/ledger/ledger.ts';
import type { CommandId } from './commands/commandIds.ts';
import type { RedactedLog } from './errors/redactedLog.ts';
import type { ErrorReporter } from './errors/reportError.ts';
import type { Settings } from './settings/settings.ts';
import type { AccountBalance } from './spend/accountBalance.ts';
import type { SpendStatusBar } from './spend/spendStatusBar.ts';
import type { Saving } from './storage/saving.ts';
import type { DeletionFollower } from './storage/deletionFollower.ts';

/** The chat of this VS Code window. */
export interface ChatWindow {
  readonly resolveWebviewView: (view: vscode.WebviewView) => void;
  /** Shows the chat in a tab that VS Code has restored after a restart or after a reload of the window. */
  readonly restoreChatEditor: (panel: vscode.WebviewPanel) => void;
  /** Runs a command. Reports errors to the user and never rejects. */
  readonly runCommand: (command: CommandId, args: readonly unknown[]) => Promise<void>;
  /** Shows the Spend page in a tab that VS Code has restored after a restart or after a reload of the window. */
  readonly restoreSpendPage: (panel: vscode.WebviewPanel) => void;
  /**
   * Stops the running reply, if any, and releases this window's session and draft. Then calls `remove`, which may
   * remove the stored data, and writes nothing until `remove` ends. If `remove` resolves with true, the chat starts
   * empty. If `isOver` is true, the data was already removed, and the draft is not saved.
   */
  readonly release: (remove: () => Promise<boolean>, isOver?: boolean) => Promise<void>;
  /**
   * Stops the running reply, if any, and waits until the reply is saved and its cost is recorded in the ledger. Then
   * releases this window's session and draft, so that other windows can use them.
   */
  readonly close: () => Promise<void>;
}

/** The parts that exist before the chat is loaded, such as the settings, the log, the ledger and the status bar. */
export interface ChatWindowHost {
  readonly context: vscode.ExtensionContext;
  readonly settings: () => Settings;
  readonly onDidChangeSettings: vscode.Event<void>;
  readonly log: RedactedLog;
  readonly errors: ErrorReporter;
  readonly saving: Saving;
  /** Identifies this window in leases. */
  readonly owner: LeaseOwner;
  readonly deletions: DeletionFollower;
  /**
   * Releases the ledger, and the chat if the chat is loaded (see ChatWindow). While `remove` runs, no snapshot of the
   * ledger is written. If `remove` resolves with true, the ledger forgets the spend, and the chat starts empty.
   */
  readonly release: ChatWindow['release'];
  /** The store for files that all workspaces share. */
  readonly globalFiles: FileStore;
  readonly ledger: Ledger;
  readonly onDidChangeSpend: vscode.Event<void>;
  readonly balance: AccountBalance;
  /**
   * Returns sentences about the balance, the limits and the trial tokens, then the sentences added with `addSpendNote`.
   */
  readonly spendNotes: () => readonly string[];
  /** Adds a sentence to `spendNotes`. `note` returns the sentence, or undefined to omit it. */
  readonly addSpendNote: (note: () => string | undefined) => void;
  readonly sessionId: WorkspaceChatDependencies['sessionId'];
  readonly statusBar: SpendStatusBar;
}
