import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { createClient } from '../api/client.ts';
import { createLazyTransport } from '../api/network/lazyTransport.ts';
import { repeatRequests } from '../api/repeatRequests.ts';
import { createSessionLeases } from '../chat/windows/sessionLease.ts';
import { createSessionLibrary } from '../chat/sessions/sessionLibrary.ts';
import { createSessionStore } from '../chat/sessions/sessionStore.ts';
import { openWindowDrafts, releaseWindowDrafts } from '../chat/windows/windowDrafts.ts';
import { WorkspaceChat } from '../chat/conversation/workspaceChat.ts';
import type { WorkspaceChatDependencies, WorkspaceChatEvent } from '../chat/conversation/workspaceChatDependencies.ts';
import type { FileStore } from '../common/fileStore.ts';
import { noHistory } from '../meter/cost.ts';
import type { Ledger } from '../meter/ledger/ledger.ts';
import { createMeter } from '../meter/meter.ts';
import { createSpendGuard } from '../meter/spendGuard.ts';
import { createWorkerTokenCounter } from '../node/workerTokenCounter.ts';
import { createTokenRatios } from '../meter/tokenRatio.ts';
import type { AccountBalance } from './spend/accountBalance.ts';
import { createApiKeyStore } from './connection/apiKeyStore.ts';
import { createChatCommands } from './commands/chatCommands.ts';
import { chatViewId } from './panel/chatViewId.ts';
import { ChatViewProvider } from './panel/chatViewProvider.ts';
import { createCodeActions } from './code/codeActions.ts';
import { createProposedChanges } from './code/proposedChanges.ts';
import { createTargetEditor } from './code/targetEditor.ts';
import { resolveAddress, resolveSetup } from './connection/connectionSource.ts';
import { createContextAdder } from './context/contextAdder.ts';
import { createDraftEstimator } from './panel/draftEstimator.ts';
import { exportSession } from './commands/exportSession.ts';
import { logRequests } from './errors/logRequests.ts';
import { readNetworkSettings } from './settings/readNetworkSettings.ts';
import { createNodeFileStore } from '../node/nodeFileStore.ts';
import { createFolderWatch } from '../node/folderWatch.ts';
import { isProcessAlive } from '../node/isProcessAlive.ts';
import { createPanelFallback } from './panel/panelFallback.ts';
import type { RedactedLog } from './errors/redactedLog.ts';
import type { ErrorReporter } from './errors/reportError.ts';
import { readBaseUrl, type Settings } from './settings/settings.ts';
import { createBillComparer } from './spend/billComparer.ts';
import { createSpendPage } from './spend/spendPage.ts';
import { createSpendQuestions } from './spend/spendQuestions.ts';
import { tokenNote } from './spend/spendNotes.ts';
import type { SpendStatusBar } from './spend/spendStatusBar.ts';
import { storageFolder } from './storage/storageFolder.ts';
import { createTokenColors } from './tokenColors/tokenColors.ts';

/** The chat of this VS Code window. */
export interface ChatWindow {
  readonly resolveWebviewView: (view: vscode.WebviewView) => void;
  /** Runs one of the commands of package.json, and tells the person when it fails. */
  readonly runCommand: (command: string, args: readonly unknown[]) => Promise<void>;
  /** Fills a Spend page that was open when VS Code was closed. */
  readonly restoreSpendPage: (panel: vscode.WebviewPanel) => void;
  /** What was learnt of the tokens of the service, if anything was: a sentence. */
  readonly tokenNote: () => string | undefined;
  /** Ends a running reply, and resolves when what came of it is on disk. */
  readonly close: () => Promise<void>;
}

export interface ChatWindowDependencies {
  readonly context: vscode.ExtensionContext;
  readonly settings: () => Settings;
  readonly log: RedactedLog;
  readonly errors: ErrorReporter;
  /** What all workspaces share. */
  readonly globalFiles: FileStore;
  readonly ledger: Ledger;
  readonly onDidChangeSpend: vscode.Event<void>;
  readonly balance: AccountBalance;
  /** What is left of the balance, the limits and the trial: sentences. */
  readonly notes: () => readonly string[];
  readonly sessionId: WorkspaceChatDependencies['sessionId'];
  readonly statusBar: SpendStatusBar;
}

/** Builds the objects, and loads the session and the draft that the last window of this workspace left. */
export async function openChatWindow(dependencies: ChatWindowDependencies): Promise<ChatWindow> {
  const { context, settings, log, globalFiles, ledger, onDidChangeSpend, balance, notes, sessionId, errors, statusBar } = dependencies;
  const { reportError, reportSaveError } = errors;
  const { subscriptions, extensionUri } = context;
  const environment = process.env;

  const apiKeys = createApiKeyStore(context.secrets, context.globalState);
  const setup = async () => {
    const current = await resolveSetup(readBaseUrl(), environment, apiKeys);
    if (current.status === 'ready') log.addSecret(current.connection.apiKey);
    return current;
  };
  const origin = () => {
    const address = resolveAddress(readBaseUrl(), environment);
    return typeof address === 'string' ? '' : address.origin;
  };

  const network = () => readNetworkSettings(vscode.workspace.getConfiguration(), environment);
  const transport = createLazyTransport(network);
  const streamChat = logRequests(createClient(transport.request).streamChat, log);

  const counter = createWorkerTokenCounter(vscode.Uri.joinPath(extensionUri, 'dist', 'tokenWorker.cjs').fsPath);
  const ratios = createTokenRatios(globalFiles);
  const meter = createMeter({ ledger, counter, prices: () => settings().prices, ratios, origin, reportSaveError });

  const guard = createSpendGuard({
    limits: () => settings().limits,
    ledger,
    questions: createSpendQuestions(),
    now: () => new Date(),
    reportError,
  });
  ratios.load().then(() => estimator.refresh(), reportError);

  const chatChanged = new vscode.EventEmitter<WorkspaceChatEvent>();
  const folder = (await storageFolder(context)).fsPath;
  const files = createNodeFileStore(folder);
  const sessions = createSessionStore(files, Date.now);
  const windowId = randomUUID();
  const owner = { windowId, pid: process.pid };
  const leases = createSessionLeases({ files, owner, isAlive: isProcessAlive, watch: createFolderWatch(folder), now: Date.now });
  const chat = await WorkspaceChat.load(
    {
      streamChat: repeatRequests(streamChat, { random: Math.random, now: Date.now }),
      options: () => settings().request,
      connection: async () => {
        const current = await setup();
        return current.status === 'ready' ? current.connection : undefined;
      },
      meter,
      guard,
      sessions,
      leases,
      drafts: await openWindowDrafts(files, leases, windowId),
      sessionId,
      notify: (event) => chatChanged.fire(event),
      reportError,
      reportSaveError,
      createId: randomUUID,
      now: Date.now,
    },
    origin(),
  );

  const estimator = createDraftEstimator({
    chat,
    counter,
    priceAlone: async (content) => meter.estimate({ history: noHistory, content }),
    onDidChangeEstimate: (estimate) => provider.postEstimate(estimate),
    onDidCountAttachment: () => provider.postDraft(false),
  });
  const tokenColors = createTokenColors((rules) => provider.postTokenColors(rules), (error) => log.error(error));
  const targetEditor = createTargetEditor((editor) => provider.postEditor(editor));
  const proposedChanges = createProposedChanges();
  const adder = createContextAdder(chat);
  const fallback = createPanelFallback(chat, reportError);
  const library = createSessionLibrary(chat, sessions, leases, Date.now);
  const provider = new ChatViewProvider({
    extensionUri,
    chat,
    adder,
    library,
    estimator,
    codeActions: createCodeActions(targetEditor, proposedChanges),
    setup,
    origin,
    settings,
    exportSession: async (id) => exportSession(id, sessions),
    watch: fallback.watch,
    onReady: () => {
      provider.postEditor(targetEditor.view());
      transport.load().catch(reportError);
      tokenColors.read().catch(reportError);
      chat.recover(ledger.pendingSessions(), origin()).catch(reportError);
    },
    reportError,
  });
  const postSetup = () => {
    provider.postSetup().catch(reportError);
  };
  const spendPage = createSpendPage({
    extensionUri,
    ledger,
    sessionTitles: async () => new Map((await sessions.list()).map(({ id, title }) => [id, title])),
    openSession: async (id) => {
      await library.open(id, origin());
      await provider.focusMessage();
    },
    bills: createBillComparer({
      ledger,
      ratios,
      onDidCorrect: () => {
        estimator.refresh();
        spendPage.update();
      },
    }),
    notes,
    reportError,
  });
  const commands = createChatCommands({
    environment,
    settings,
    log,
    apiKeys,
    setup,
    origin,
    network,
    transport: transport.request,
    streamChat,
    meter,
    guard,
    ledger,
    balance,
    spendPage,
    sessions,
    chat,
    adder,
    provider,
    proposedChanges,
    revealChat: async () => {
      fallback.expectReply();
      await vscode.commands.executeCommand(`${chatViewId}.focus`);
    },
    reportError,
  });

  // Without the counter: VS Code disposes these while `close` still ends and books a reply.
  subscriptions.push(
    chatChanged,
    estimator,
    provider,
    fallback,
    tokenColors,
    targetEditor,
    proposedChanges,
    spendPage,
    onDidChangeSpend(spendPage.update),
    chatChanged.event((event) => provider.handleChatEvent(event)),
    chatChanged.event((event) => fallback.handleChatEvent(event)),
    chatChanged.event((event) => {
      if (event.type === 'sessionChanged') statusBar.update();
      if (event.type === 'costSoFarChanged') statusBar.follow({ id: event.replyId, costSoFar: event.cost });
      // Told once, before it is booked: later changes of the reply say nothing new.
      if (event.type === 'replyChanged' && event.reply.cost === undefined && event.reply.ending?.error?.name === 'InsufficientBalanceError')
        balance.setEmpty().catch(reportSaveError);
    }),
    context.secrets.onDidChange(postSetup),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('tally')) return;
      postSetup();
      provider.postPreferences();
      estimator.refresh();
      spendPage.update();
      chat.session.priceNext().catch(reportError);
    }),
  );
  return {
    resolveWebviewView: (view) => provider.resolveWebviewView(view),
    runCommand: async (command, args) => {
      try {
        await commands[command]?.(...args);
      } catch (error) {
        reportError(error);
      }
    },
    restoreSpendPage: spendPage.restore,
    tokenNote: () => tokenNote(ratios.factors(origin())),
    close: async () => {
      await chat.close();
      await releaseWindowDrafts(leases, windowId);
      counter.dispose();
    },
  };
}
