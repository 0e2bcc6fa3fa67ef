import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import * as vscode from 'vscode';
import { createDataDeletions } from './chat/windows/dataDeletions.ts';
import { createBalanceStore } from './meter/balance.ts';
import { createLedger, type Ledger } from './meter/ledger/ledger.ts';
import { createFolderWatch } from './node/folderWatch.ts';
import { isProcessAlive, processSpace, processStart } from './node/isProcessAlive.ts';
import { createNodeFileStore } from './node/nodeFileStore.ts';
import type { ChatWindow, ChatWindowHost } from './vscode/chatWindowHost.ts';
import { commandIds } from './vscode/commands/commandIds.ts';
import { createRedactedLog } from './vscode/errors/redactedLog.ts';
import { createErrorReporter, type ErrorReporter } from './vscode/errors/reportError.ts';
import { watchSettings, type SettingsWatch } from './vscode/settings/settings.ts';
import { createAccountBalance, type AccountBalance } from './vscode/spend/accountBalance.ts';
import { releaseSpend } from './vscode/spend/releaseSpend.ts';
import { spendNotes } from './vscode/spend/spendNotes.ts';
import { createSpendStatusBar } from './vscode/spend/spendStatusBar.ts';
import { watchSpend, type SpendWatch } from './vscode/spend/spendWatch.ts';
import { createDeletionFollower, type DeletionFollower } from './vscode/storage/deletionFollower.ts';
import { createSaving, type Saving } from './vscode/storage/saving.ts';
import { tellUnreadable, tellUnreadableSpend } from './vscode/storage/unreadableFiles.ts';
import { windowWorkspace } from './vscode/storage/workspaceStorage.ts';
import { chatEditorType, chatViewId, spendPageType } from './vscode/viewIds.ts';

/** The key of the shown session's id in the state that VS Code keeps for the workspace. */
const sessionIdName = 'tally.sessionId';

/** Closes the chat and the log. `activate` sets this variable, because VS Code passes no argument to `deactivate`. */
let close: (() => Promise<void>) | undefined;

/** Stops the running reply, if any. Resolves when the reply is saved and its cost is recorded in the ledger. */
export async function deactivate(): Promise<void> {
  await close?.();
}

/**
 * Reads the ledger, shows today's spend in the status bar, and registers the panel, the Spend page and the commands.
 * The chat is loaded later, when the panel, the Spend page or a command first needs it.
 */
export function activate(context: vscode.ExtensionContext): void {
  const log = createRedactedLog(vscode.window.createOutputChannel('Tally Chat', { log: true }));
  const errors = createErrorReporter(log);
  // Call `watchSettings` before any other listener to setting changes is added. Otherwise, that listener would run
  // first, and would still read the old settings.
  const settings = watchSettings(process.env);
  const logError = (error: unknown) => log.error(error);
  const saving = createSaving(logError);
  context.subscriptions.push(settings, saving);
  const spend = showSpend(context, settings, { ...errors, logError }, saving);
  const owner = {
    id: randomUUID(),
    pid: process.pid,
    processStart: processStart(process.pid),
    processSpace: processSpace(),
    host: hostname(),
  };
  const chatWindow = loadOnDemand({ context, settings: settings.current, log, errors, saving, owner, ...spend });
  close = async () => {
    await chatWindow.close();
    await saving.retry();
    // The log is not in context.subscriptions, because VS Code disposes of subscriptions without waiting for
    // deactivate(), which may still write to the log.
    log.dispose();
  };
  register(context, chatWindow.get);
}

type Release = ChatWindowHost['release'];
type SpendParts = ReturnType<typeof showSpend>;

/**
 * Returns a DeletionFollower, which empties this window when another window deletes all data. Windows announce a
 * deletion in a shared file. Checks for a deletion when this file changes, and when this window gets the focus.
 */
function followDeletions(
  { globalStorageUri, workspaceState, subscriptions }: vscode.ExtensionContext,
  owner: ChatWindowHost['owner'],
  { reportError }: ErrorReporter,
  release: Release,
): DeletionFollower {
  const folder = globalStorageUri.fsPath;
  const deletions = createDataDeletions({
    files: createNodeFileStore(folder),
    watch: createFolderWatch(folder),
    owner,
    isAlive: isProcessAlive,
    createId: randomUUID,
    now: Date.now,
  });
  const follower = createDeletionFollower({ deletions, workspaceState, sessionIdName, release, reportError });
  const check = () => {
    follower.check().catch(reportError);
  };
  subscriptions.push(
    { dispose: deletions.watch(check) },
    vscode.window.onDidChangeWindowState(({ focused }) => {
      // The system may have failed to report that another window changed the file.
      if (focused) check();
    }),
  );
  return follower;
}

/**
 * Creates the ledger, the account balance, and the status bar item. The item shows today's spend, and its tooltip shows
 * the balance.
 */
function showSpend(
  context: vscode.ExtensionContext,
  settings: SettingsWatch,
  errors: ErrorReporter & { readonly logError: (error: unknown) => void },
  saving: Saving,
) {
  const { globalStorageUri, workspaceState } = context;
  const globalFiles = saving.withBuffer(createNodeFileStore(globalStorageUri.fsPath));
  const spendChanged = new vscode.EventEmitter<void>();
  const settingsChanged = new vscode.EventEmitter<void>();
  const onDidChange = () => spendChanged.fire();
  const writerId = randomUUID();
  const ledger = createLedger({
    files: globalFiles,
    writerId,
    workspace: () => windowWorkspace(context),
    onDidChange,
    onUnreadable: tellUnreadableSpend(globalStorageUri.fsPath),
    now: Date.now,
  });
  const balance = createAccountBalance({
    store: createBalanceStore(globalFiles, tellUnreadable(globalStorageUri.fsPath)),
    ledger,
    onDidChange,
    now: Date.now,
  });
  const sessionId = {
    get: () => workspaceState.get<string>(sessionIdName),
    set: async (id: string) => workspaceState.update(sessionIdName, id),
  };
  const shownSessionId = () => sessionId.get() ?? '';
  const addedNotes: (() => string | undefined)[] = [];
  const notes = (summary = ledger.summarize(shownSessionId(), new Date())) => {
    const sentences = [
      balance.sentence(),
      ...spendNotes(summary, settings.current()),
      ...addedNotes.map((note) => note()),
    ];
    return sentences.filter((sentence) => sentence !== undefined);
  };
  const statusBar = createSpendStatusBar({
    ledger,
    sessionId: shownSessionId,
    limits: () => settings.current().limits,
    notes,
  });
  const warnWhenLow = () => {
    balance.warnWhenLow().catch(errors.reportError);
  };
  context.subscriptions.push(
    spendChanged,
    settingsChanged,
    statusBar,
    spendChanged.event(statusBar.update),
    spendChanged.event(warnWhenLow),
    settingsChanged.event(statusBar.update),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('tally')) settingsChanged.fire();
    }),
  );
  const spendWatch = readAllSpend(context, writerId, balance, ledger, warnWhenLow, errors);
  return {
    /** See `releaseSpend`. */
    releaseSpend: async (remove: () => Promise<boolean>) =>
      releaseSpend(remove, { ledger, saving, spendWatch, balance, onDidChange, logError: errors.logError }),
    globalFiles,
    ledger,
    balance,
    sessionId,
    statusBar,
    spendNotes: () => notes(),
    addSpendNote: (note: () => string | undefined) => addedNotes.push(note),
    onDidChangeSpend: spendChanged.event,
    onDidChangeSettings: settingsChanged.event,
  };
}

/**
 * Reads the balance and the spend of all windows: now, when another window adds requests to the ledger, and when this
 * window gets the focus. Returns the watch of the other windows' requests.
 */
function readAllSpend(
  { globalStorageUri, subscriptions }: vscode.ExtensionContext,
  writerId: string,
  balance: AccountBalance,
  ledger: Ledger,
  warnWhenLow: () => void,
  errors: ErrorReporter & { readonly logError: (error: unknown) => void },
): SpendWatch {
  const readSpend = async () =>
    balance
      .load()
      // The spend is shown even if the balance cannot be read.
      .catch(errors.reportError)
      .then(async () => ledger.refresh())
      .then(warnWhenLow, errors.reportError);
  const refresh = () => {
    readSpend()
      .then(async () => ledger.merge())
      // The error is only logged, because merging is not urgent. The next try follows when the window gets the focus.
      .catch(errors.logError);
  };
  const spendWatch = watchSpend(createFolderWatch(globalStorageUri.fsPath), writerId, () => void readSpend());
  subscriptions.push(
    spendWatch,
    vscode.window.onDidChangeWindowState(({ focused }) => {
      // The system may have failed to report that another window added requests to the ledger.
      if (focused) refresh();
    }),
  );
  refresh();
  return spendWatch;
}

interface ChatWindowOnDemand {
  /**
   * On the first call, loads the code of the chat and opens the chat. If that fails, the next call tries again. After a
   * success, all calls resolve with the same chat.
   */
  readonly get: () => Promise<ChatWindow>;
  readonly close: () => Promise<void>;
}

function loadOnDemand(
  parts: Omit<ChatWindowHost, 'deletions' | 'release'> & Pick<SpendParts, 'releaseSpend'>,
): ChatWindowOnDemand {
  let loading: Promise<ChatWindow> | undefined;
  const release: Release = async (remove, isOver) => {
    const chatWindow = await loading?.catch(() => undefined);
    const removeAll = async () => parts.releaseSpend(remove);
    // While this window waits for the end of another window's deletion, a repeated write would save deleted data again.
    await parts.saving.whilePaused(async () => {
      await (chatWindow === undefined ? removeAll() : chatWindow.release(removeAll, isOver));
    });
  };
  const deletions = followDeletions(parts.context, parts.owner, parts.errors, release);
  const host: ChatWindowHost = { ...parts, deletions, release };
  return {
    get: async () => {
      loading ??= import('./vscode/chatWindow.ts').then(async ({ openChatWindow }) => openChatWindow(host));
      try {
        return await loading;
      } catch (error) {
        loading = undefined;
        throw error;
      }
    },
    close: async () => {
      // A caller of `get` has already reported a failure to load. Such a failure must not keep the log open.
      const loaded = await loading?.catch(() => undefined);
      await loaded?.close();
    },
  };
}

/** Registers the chat's view and editor tab, the Spend page and the commands. */
function register({ subscriptions }: vscode.ExtensionContext, chatWindow: () => Promise<ChatWindow>): void {
  subscriptions.push(
    vscode.window.registerWebviewViewProvider(chatViewId, {
      resolveWebviewView: async (view) => {
        const disposed = new AbortController();
        view.onDidDispose(() => disposed.abort());
        const { resolveWebviewView } = await chatWindow();
        if (!disposed.signal.aborted) resolveWebviewView(view);
      },
    }),
    vscode.window.registerWebviewPanelSerializer(chatEditorType, {
      deserializeWebviewPanel: async (panel) => {
        const { restoreChatEditor } = await chatWindow();
        restoreChatEditor(panel);
      },
    }),
    vscode.window.registerWebviewPanelSerializer(spendPageType, {
      deserializeWebviewPanel: async (panel) => {
        const { restoreSpendPage } = await chatWindow();
        restoreSpendPage(panel);
      },
    }),
  );
  for (const command of commandIds) {
    const run = async (...args: readonly unknown[]) => {
      const { runCommand } = await chatWindow();
      await runCommand(command, args);
    };
    subscriptions.push(vscode.commands.registerCommand(command, run));
  }
}
