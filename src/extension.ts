import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { createBalanceStore } from './meter/balance.ts';
import { createLedger } from './meter/ledger/ledger.ts';
import { createAccountBalance } from './vscode/spend/accountBalance.ts';
import { chatViewId } from './vscode/panel/chatViewId.ts';
import type { ChatWindow } from './vscode/chatWindow.ts';
import { createNodeFileStore } from './node/nodeFileStore.ts';
import { createRedactedLog } from './vscode/errors/redactedLog.ts';
import { createErrorReporter } from './vscode/errors/reportError.ts';
import { watchSettings } from './vscode/settings/settings.ts';
import { spendNotes } from './vscode/spend/spendNotes.ts';
import { spendPageType } from './vscode/spend/spendPageType.ts';
import { createSpendStatusBar } from './vscode/spend/spendStatusBar.ts';
import { windowWorkspace } from './vscode/storage/windowWorkspace.ts';

/** VS Code hands nothing to `deactivate`, so what it has to wait for is kept here. */
let close: (() => Promise<void>) | undefined;

/** Waits until what came of a running reply is on disk. */
export async function deactivate(): Promise<void> {
  await close?.();
}

/** Shows what was spent. The chat is loaded when the panel or a command first needs it. */
export function activate(context: vscode.ExtensionContext): void {
  const { subscriptions, globalStorageUri, workspaceState } = context;
  const log = createRedactedLog(vscode.window.createOutputChannel('Tally Chat', { log: true }));
  const errors = createErrorReporter(log);
  // Before all others that hear of changed settings, which then read what is new.
  const settings = watchSettings();
  const spendChanged = new vscode.EventEmitter<void>();
  const globalFiles = createNodeFileStore(globalStorageUri.fsPath);
  const ledger = createLedger({
    files: globalFiles,
    windowId: randomUUID(),
    workspace: () => windowWorkspace(context),
    onDidChange: () => spendChanged.fire(),
    now: Date.now,
  });
  const sessionId = {
    get: () => workspaceState.get<string>('tally.sessionId'),
    set: async (id: string) => workspaceState.update('tally.sessionId', id),
  };
  const balance = createAccountBalance({
    store: createBalanceStore(globalFiles),
    ledger,
    onDidChange: () => spendChanged.fire(),
    now: Date.now,
  });
  let loading: Promise<ChatWindow> | undefined;
  let loaded: ChatWindow | undefined;
  const shownSessionId = () => sessionId.get() ?? '';
  const notes = (summary = ledger.summarize(shownSessionId(), new Date())) => {
    const { limits, trialAccount } = settings.current();
    const sentences = [balance.sentence(), ...spendNotes(summary, limits, trialAccount), loaded?.tokenNote()];
    return sentences.filter((sentence) => sentence !== undefined);
  };
  const statusBar = createSpendStatusBar({ ledger, sessionId: shownSessionId, limits: () => settings.current().limits, notes });
  const refresh = () => {
    balance
      .load()
      .then(async () => ledger.refresh())
      .then(async () => balance.warnWhenLow())
      .catch(errors.reportError);
  };

  const chatWindow = async (): Promise<ChatWindow> => {
    loading ??= import('./vscode/chatWindow.ts').then(async ({ openChatWindow }) =>
      openChatWindow({
        context,
        settings: settings.current,
        log,
        errors,
        globalFiles,
        ledger,
        onDidChangeSpend: spendChanged.event,
        balance,
        notes,
        sessionId,
        statusBar,
      }),
    );
    try {
      loaded = await loading;
      return loaded;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  close = async () => {
    await (await loading)?.close();
    log.dispose();
  };

  const { contributes } = context.extension.packageJSON as Manifest;
  // Without the log: VS Code disposes these while `deactivate` still ends and books a reply.
  subscriptions.push(
    settings,
    spendChanged,
    statusBar,
    spendChanged.event(statusBar.update),
    spendChanged.event(() => {
      balance.warnWhenLow().catch(errors.reportError);
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('tally')) statusBar.update();
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      // Other windows spend too.
      if (focused) refresh();
    }),
    vscode.window.registerWebviewViewProvider(chatViewId, {
      resolveWebviewView: async (view) => {
        const disposed = new AbortController();
        view.onDidDispose(() => disposed.abort());
        const { resolveWebviewView } = await chatWindow();
        if (!disposed.signal.aborted) resolveWebviewView(view);
      },
    }),
    vscode.window.registerWebviewPanelSerializer(spendPageType, {
      deserializeWebviewPanel: async (panel) => {
        const { restoreSpendPage } = await chatWindow();
        restoreSpendPage(panel);
      },
    }),
    ...contributes.commands.map(({ command }) =>
      vscode.commands.registerCommand(command, async (...args: readonly unknown[]) => {
        const { runCommand } = await chatWindow();
        await runCommand(command, args);
      }),
    ),
  );
  refresh();
}

/** What is read of package.json. */
interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}
