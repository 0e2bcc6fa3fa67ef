import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { createClient } from './api/client.ts';
import { createLazyTransport } from './api/network/lazyTransport.ts';
import { repeatRequests } from './api/repeatRequests.ts';
import { createSessionLeases } from './chat/sessionLease.ts';
import { createSessionLibrary } from './chat/sessionLibrary.ts';
import { createSessionStore } from './chat/sessionStore.ts';
import { openWindowDrafts, releaseWindowDrafts } from './chat/windowDrafts.ts';
import { WorkspaceChat } from './chat/workspaceChat.ts';
import type { WorkspaceChatEvent } from './chat/workspaceChatDependencies.ts';
import { createLedger } from './meter/ledger.ts';
import { createMeter } from './meter/meter.ts';
import { createTokenCounter } from './meter/tokenCounter.ts';
import { removeApiKey, setApiKey } from './vscode/apiKeyCommands.ts';
import { createApiKeyStore } from './vscode/apiKeyStore.ts';
import { addSelection, ask, askAboutSelection, explainSelection } from './vscode/askCommands.ts';
import { ChatViewProvider } from './vscode/chatViewProvider.ts';
import { checkConnection } from './vscode/checkConnection.ts';
import { resolveAddress, resolveSetup } from './vscode/connectionSource.ts';
import { createCodeActions } from './vscode/code/codeActions.ts';
import { createProposedChanges } from './vscode/code/proposedChanges.ts';
import { createTargetEditor } from './vscode/code/targetEditor.ts';
import { addFile } from './vscode/context/addFile.ts';
import { createContextAdder } from './vscode/context/contextAdder.ts';
import { createDraftEstimator } from './vscode/draftEstimator.ts';
import { exportSession } from './vscode/exportSession.ts';
import { logRequests } from './vscode/logRequests.ts';
import { readNetworkSettings } from './vscode/networkSettings.ts';
import { createNodeFileStore } from './vscode/nodeFileStore.ts';
import { createFolderWatch, isProcessAlive } from './vscode/nodeSessionLease.ts';
import { createPanelFallback } from './vscode/panelFallback.ts';
import { createRedactedLog } from './vscode/redactedLog.ts';
import { createErrorReporter } from './vscode/reportError.ts';
import { runPrompt } from './vscode/runPrompt.ts';
import { openAccount, showSpend } from './vscode/sessionCommands.ts';
import { readSettings } from './vscode/settings.ts';
import { createSpendStatusBar } from './vscode/spendStatusBar.ts';
import { storageFolder } from './vscode/storageFolder.ts';
import { createTokenColors } from './vscode/tokenColors/tokenColors.ts';

/** VS Code hands nothing to `deactivate`, so what it has to wait for is kept here. */
let closeChat: (() => Promise<void>) | undefined;

/** Waits until what came of a running reply is on disk. */
export async function deactivate(): Promise<void> {
  await closeChat?.();
}

/** Builds the objects and registers them. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const { subscriptions, extensionUri, globalStorageUri, workspaceState } = context;
  const environment = process.env;
  const log = createRedactedLog(vscode.window.createOutputChannel('Tally Chat', { log: true }));
  const { reportError, reportSaveError } = createErrorReporter(log);

  const apiKeys = createApiKeyStore(context.secrets, context.globalState);
  const setup = async () => {
    const current = await resolveSetup(readSettings().baseUrl, environment, apiKeys);
    if (current.status === 'ready') log.addSecret(current.connection.apiKey);
    return current;
  };
  const origin = () => {
    const address = resolveAddress(readSettings().baseUrl, environment);
    return typeof address === 'string' ? '' : address.origin;
  };

  const network = () => readNetworkSettings(vscode.workspace.getConfiguration(), environment);
  const transport = createLazyTransport(network);
  const logged = logRequests(createClient(transport.request).streamChat, log);
  const streamChat = repeatRequests(logged, { random: Math.random, now: Date.now });

  const spendChanged = new vscode.EventEmitter<void>();
  const counter = createTokenCounter(vscode.Uri.joinPath(extensionUri, 'dist', 'tokenWorker.cjs').fsPath);
  const ledger = createLedger(createNodeFileStore(globalStorageUri.fsPath), randomUUID(), () => spendChanged.fire());
  const meter = createMeter({ ledger, counter, prices: () => readSettings().prices, reportSaveError });

  const chatChanged = new vscode.EventEmitter<WorkspaceChatEvent>();
  const folder = (await storageFolder(context)).fsPath;
  const files = createNodeFileStore(folder);
  const sessions = createSessionStore(files, Date.now);
  const windowId = randomUUID();
  const owner = { windowId, pid: process.pid };
  const leases = createSessionLeases({ files, owner, isAlive: isProcessAlive, watch: createFolderWatch(folder), now: Date.now });
  const chat = await WorkspaceChat.load(
    {
      streamChat,
      options: () => readSettings().request,
      connection: async () => {
        const current = await setup();
        return current.status === 'ready' ? current.connection : undefined;
      },
      meter,
      sessions,
      leases,
      drafts: await openWindowDrafts(files, leases, windowId),
      sessionId: {
        get: () => workspaceState.get<string>('tally.sessionId'),
        set: async (id) => workspaceState.update('tally.sessionId', id),
      },
      notify: (event) => chatChanged.fire(event),
      reportError,
      reportSaveError,
      createId: randomUUID,
      now: Date.now,
    },
    origin(),
  );

  closeChat = async () => {
    await chat.close();
    await releaseWindowDrafts(leases, windowId);
    counter.dispose();
    log.dispose();
  };

  const estimator = createDraftEstimator({
    chat,
    meter,
    counter,
    onDidChangeText: (text) => provider.postEstimate(text),
    onDidCountAttachment: () => provider.postDraft(false),
  });
  const tokenColors = createTokenColors((rules) => provider.postTokenColors(rules), (error) => log.error(error));
  const targetEditor = createTargetEditor((editor) => provider.postEditor(editor));
  const proposedChanges = createProposedChanges();
  const codeActions = createCodeActions(targetEditor, proposedChanges);
  const onReady = () => {
    provider.postEditor(targetEditor.view());
    transport.load().catch(reportError);
    tokenColors.read().catch(reportError);
  };
  const adder = createContextAdder(chat);
  const fallback = createPanelFallback(chat, reportError);
  const provider = new ChatViewProvider({
    extensionUri,
    chat,
    adder,
    library: createSessionLibrary(chat, sessions, leases, Date.now),
    estimator,
    codeActions,
    setup,
    origin,
    settings: readSettings,
    exportSession: async (id) => exportSession(id, sessions),
    watch: fallback.watch,
    onReady,
    reportError,
  });
  const statusBar = createSpendStatusBar(ledger, () => chat.session.id);
  ledger.refresh().catch(reportError);

  const postSetup = () => {
    provider.postSetup().catch(reportError);
  };
  const asking = {
    chat,
    adder,
    isReady: async () => (await setup()).status === 'ready',
    completeSetup: async () => setApiKey(apiKeys, environment),
    focusMessage: async () => provider.focusMessage(),
    revealChat: async () => {
      fallback.expectReply();
      await vscode.commands.executeCommand(`${ChatViewProvider.viewId}.focus`);
    },
    reportError,
  };
  const register = (command: string, run: (...args: readonly unknown[]) => unknown) =>
    vscode.commands.registerCommand(command, async (...args: readonly unknown[]) => {
      try {
        await run(...args);
      } catch (error) {
        reportError(error);
      }
    });

  // Without the log and the counter: VS Code disposes these while `deactivate` still ends and books a reply.
  subscriptions.push(
    spendChanged,
    chatChanged,
    estimator,
    provider,
    fallback,
    statusBar,
    tokenColors,
    targetEditor,
    proposedChanges,
    vscode.window.registerWebviewViewProvider(ChatViewProvider.viewId, provider),
    chatChanged.event((event) => provider.handleChatEvent(event)),
    chatChanged.event((event) => fallback.handleChatEvent(event)),
    chatChanged.event(({ type }) => {
      if (type === 'sessionChanged') statusBar.update();
    }),
    spendChanged.event(() => statusBar.update()),
    context.secrets.onDidChange(postSetup),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('tally')) return;
      postSetup();
      provider.postPreferences();
      estimator.refresh();
      chat.session.priceNext().catch(reportError);
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      // Other windows spend too.
      if (focused) ledger.refresh().catch(reportError);
    }),

    register('tally.openChat', async () => provider.focusMessage()),
    register('tally.focusMessage', async () => provider.focusMessage()),
    register('tally.newSession', async () => {
      // The focus moves at once: a person who has gone on to an editor by the time the session is there stays there.
      await Promise.all([chat.newSession(origin()), provider.focusMessage()]);
    }),
    register('tally.showSessions', async () => provider.showSessions()),
    register('tally.exportSession', async () => exportSession(chat.session.id, sessions)),
    register('tally.stop', () => chat.session.stop()),
    register('tally.ask', async () => ask(asking)),
    register('tally.explainSelection', async () => explainSelection(asking)),
    register('tally.askAboutSelection', async () => askAboutSelection(asking)),
    register('tally.addSelection', async () => addSelection(asking)),
    register('tally.runPrompt', async () => runPrompt(asking)),
    register('tally.addFile', async (...args) => addFile(adder, asking.focusMessage, ...args)),
    register('tally.applyChange', async (shown) => proposedChanges.apply(shown)),
    register('tally.discardChange', async (shown) => proposedChanges.discard(shown)),
    register('tally.setApiKey', async () => setApiKey(apiKeys, environment)),
    register('tally.removeApiKey', async () => removeApiKey(apiKeys)),
    register('tally.checkConnection', async () =>
      checkConnection({
        transport: transport.request,
        network,
        options: () => readSettings().request,
        // A check says what happens, and tries nothing again.
        streamChat: logged,
        meter,
        setup,
        createId: randomUUID,
      }),
    ),
    register('tally.showSpend', async () => showSpend(ledger, chat.session.id)),
    register('tally.openAccount', openAccount),
    register('tally.showLog', () => log.show()),
  );
}
