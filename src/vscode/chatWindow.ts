import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { repeatRequests } from '../api/repeatRequests.ts';
import { createDetachedRequests, type DetachedRequests } from '../chat/conversation/detachedRequests.ts';
import { createMeteredSend } from '../chat/conversation/meteredSend.ts';
import { dropStaleEdits } from '../chat/conversation/dropStaleEdits.ts';
import { createSessionLibrary, type SessionLibrary } from '../chat/sessions/sessionLibrary.ts';
import type { WorkspaceChatEvent } from '../chat/conversation/conversationEvent.ts';
import { WorkspaceChat } from '../chat/conversation/workspaceChat.ts';
import { isKeptElsewhere } from '../chat/messages/requestMessages.ts';
import type { BackgroundReplyView } from '../common/protocol/sessionProtocol.ts';
import { createNodeFileStore } from '../node/nodeFileStore.ts';
import type { ChatWindow, ChatWindowHost } from './chatWindowHost.ts';
import { createApplying } from './apply/applying.ts';
import { createChatCommands } from './commands/chatCommands.ts';
import type { ChatCommands } from './commands/commandIds.ts';
import { exportSession } from './commands/exportSession.ts';
import { createCodeActions } from './code/codeActions.ts';
import { createDataCommands } from './data/dataCommands.ts';
import { createTargetEditor } from './code/targetEditor.ts';
import { createServiceConnection, type ServiceConnection } from './connection/serviceConnection.ts';
import { createSetupActions } from './connection/setupActions.ts';
import { createContextAdder } from './context/contextAdder.ts';
import { createSecretQuestions, type SecretQuestions } from './context/secretQuestions.ts';
import { createBackgroundReplies, tellEndedReply, watchShownReplies } from './panel/backgroundReplies.ts';
import { createDraftEstimator } from './panel/estimates/draftEstimator.ts';
import { showSession } from './panel/sessionHandlers.ts';
import { createSessionHeading } from './panel/sessionHeading.ts';
import { createPanelFallback } from './panel/panelFallback.ts';
import { createQuestionFocus, type QuestionFocus } from './dialogs/questionFocus.ts';
import { createHeldNotice } from './notices/heldNotice.ts';
import { createLimitNotice } from './notices/limitNotice.ts';
import { createOfferedFile } from './notices/offeredFile.ts';
import { createOutdatedFiles } from './notices/outdatedFiles.ts';
import { createPanelNotices, type PanelNotices } from './notices/panelNotices.ts';
import { tellSessionDeleted } from './notices/removed.ts';
import { ChatPlaces } from './panel/chatPlaces.ts';
import { createMetering, type Metering } from './spend/metering.ts';
import { openSpendPage } from './spend/openSpendPage.ts';
import { trackReplies } from './spend/trackReplies.ts';
import { tokenNote } from './spend/spendNotes.ts';
import { openStores, type ChatStores } from './storage/chatStores.ts';
import { sharedStorageUri } from './storage/workspaceStorage.ts';
import { createTokenColors } from './tokenColors/tokenColors.ts';
import { showInformation } from './dialogs/messages.ts';

/** Builds the chat. Loads the session that was last shown in this workspace, and this window's draft. */
export async function openChatWindow(host: ChatWindowHost): Promise<ChatWindow> {
  const { subscriptions } = host.context;
  const connection = createServiceConnection(host.context, host.settings, host.log);
  const notices = createPanelNotices(host.errors.reportError);
  const limits = () => host.settings().limits;
  const shownId = () => host.sessionId.get();
  const tellLimit = createLimitNotice(notices, host.ledger, limits, shownId, () => host.statusBar.running());
  const questionFocus = createQuestionFocus(host.errors.reportError);
  const heldNotice = createHeldNotice(notices, host.settings);
  const metering = createMetering(host, connection.origin, tellLimit, heldNotice.tell, questionFocus);
  const stores = await openStores(host);
  const secretQuestions = createSecretQuestions(questionFocus.restore, questionFocus.untilIdle);
  const { confirmText } = secretQuestions;
  const { chat, onDidChangeChat, detachedRequests } = await openChat(host, connection, metering, stores, confirmText);
  heldNotice.connect(chat.draft);
  const library = createSessionLibrary(chat, stores.sessions, stores.windows, Date.now);
  host.saving.connect(questionFocus);
  const parts = { chat, onDidChangeChat, questionFocus, library, secretQuestions, notices };
  const panel = createPanel(host, connection, metering, stores, parts);
  const trashEmptied = library.emptyTrash().catch(host.errors.reportError);
  // The sessions in the trash keep their edits.
  void trashEmptied.then(async () => dropStaleEdits(chat, stores.sessions));
  const spendPage = openSpendPage(host, metering, stores.sessions, async (id) =>
    showSession(id, library, async () => panel.places.focusMessage()),
  );
  const targets = { chat, onDidChangeChat, detachedRequests, secretQuestions, questionFocus, stores, panel, spendPage };
  const commands = createCommands(host, connection, metering, targets);
  subscriptions.push(
    notices,
    onDidChangeChat(notices.handleChatEvent),
    onDidChangeChat(({ type }) => {
      if (type === 'deletedElsewhere') tellSessionDeleted(notices);
    }),
    host.onDidChangeSpend(notices.refresh),
    host.onDidChangeSettings(notices.refresh),
    trackReplies({ ...host, guard: metering.guard }, onDidChangeChat),
    panel.places.onDidLoad(() => {
      chat.recover(host.ledger.pendingRequests()).catch(host.errors.reportError);
      detachedRequests.recover().catch(host.errors.reportError);
      void stores.tidyFolders();
    }),
    host.onDidChangeSettings(() => {
      // New prices or request options may change the costs on the buttons Retry, Resend and Continue.
      chat.session.priceNext().catch(host.errors.reportError);
    }),
  );
  host.addSpendNote(() => tokenNote(metering.ratios.factors(connection.origin())));
  metering.loadRatios();

  return {
    resolveWebviewView: (view) => panel.places.resolveWebviewView(view),
    restoreChatEditor: (tab) => panel.places.restoreEditor(tab),
    runCommand: async (command, args) => {
      try {
        await commands[command](...args);
      } catch (error) {
        host.errors.reportError(error);
      }
    },
    restoreSpendPage: spendPage.restore,
    release: async (remove, isOver) =>
      chat.release(async () => {
        // A folder that cannot be read must not stop a deletion of all data.
        await stores.sessions.settleList();
        await stores.windows.close();
        try {
          const isRemoved = await remove();
          if (isRemoved) {
            metering.loadRatios();
            await stores.sessions.forgetList();
          }
          return isRemoved;
        } finally {
          // An error must not hide that the data was removed.
          await stores.drafts.reopen().catch(host.errors.reportError);
        }
      }, isOver),
    close: async () => {
      try {
        await chat.close();
      } finally {
        await stores.windows.close();
        // The token counter is not in context.subscriptions, because VS Code disposes of subscriptions without waiting
        // for deactivate(), which still counts tokens.
        metering.counter.dispose();
      }
    },
  };
}

async function openChat(
  host: ChatWindowHost,
  connection: ServiceConnection,
  { meter, guard }: Metering,
  stores: ChatStores,
  confirmText: SecretQuestions['confirmText'],
) {
  const changed = new vscode.EventEmitter<WorkspaceChatEvent>();
  host.context.subscriptions.push(changed);
  const { sessions, windows, drafts } = stores;
  const { reportError, reportSaveError } = host.errors;
  const chat = await WorkspaceChat.load({
    requests: createMeteredSend({
      guard,
      meter,
      streamChat: repeatRequests(connection.streamChat, { random: Math.random, now: Date.now }),
      isCurrent: connection.isCurrent,
      now: Date.now,
    }),
    options: () => host.settings().request,
    connection: async () => {
      const current = await connection.setup();
      return current.status === 'ready' ? current.connection : undefined;
    },
    origin: connection.origin,
    confirmText,
    meter,
    sessions,
    windows,
    drafts,
    sessionId: host.sessionId,
    hasSpend: async (sessionId) => {
      await host.ledger.refresh().catch(host.errors.reportError);
      return host.ledger.total({ sessionId }).requests > 0;
    },
    notify: (event) => changed.fire(event),
    tellQueueFull: () => {
      void showInformation(vscode.l10n.t('The queue is full. Send or remove a queued message first.'));
    },
    reportError,
    reportSaveError,
    createId: randomUUID,
    now: Date.now,
  });
  const detachedRequests = createDetachedRequests({
    requests: createMeteredSend({
      guard,
      meter,
      streamChat: connection.streamChat,
      isCurrent: connection.isCurrent,
      now: Date.now,
    }),
    meter,
    ledger: host.ledger,
    leases: windows.detachedLeases,
    createId: randomUUID,
    now: Date.now,
  });
  return { chat, onDidChangeChat: changed.event, detachedRequests };
}

interface ChatParts {
  readonly chat: WorkspaceChat;
  readonly onDidChangeChat: vscode.Event<WorkspaceChatEvent>;
  readonly questionFocus: QuestionFocus;
  readonly library: SessionLibrary;
  readonly secretQuestions: SecretQuestions;
  readonly notices: PanelNotices;
}

type PanelParts = ReturnType<typeof createPanel>;

/** Creates the places that show the chat, and the parts that the panels use. */
function createPanel(
  host: ChatWindowHost,
  connection: ServiceConnection,
  metering: Metering,
  { sessions }: ChatStores,
  parts: ChatParts,
) {
  const { context, settings, onDidChangeSettings, log, saving } = host;
  const { reportError } = host.errors;
  const { chat, onDidChangeChat } = parts;
  const { meter, counter, onDidChangeRatios } = metering;
  const setupChanged = new vscode.EventEmitter<void>();
  const instructions = () => settings().request.instructions;
  const isMoved = () =>
    settings().request.mode === 'session' && isKeptElsewhere(chat.session.messages, connection.origin());
  const estimator = createDraftEstimator(chat, counter, meter, instructions, host.balance, isMoved);
  const targetEditor = createTargetEditor();
  const tokenColors = createTokenColors(
    () => settings().theme,
    (error) => log.error(error),
  );
  const { extensionUri } = context;
  const { restore: cancelled, untilIdle } = parts.questionFocus;
  const codeActions = createCodeActions(targetEditor, cancelled);
  const excludedGlobs = () => settings().excludedGlobs;
  const applying = createApplying({ extensionUri, targetEditor, codeActions, excludedGlobs, cancelled, reportError });
  const setupActions = createSetupActions(connection, settings, parts.notices, chat.draft, () => setupChanged.fire());
  const adder = createContextAdder(chat, parts.secretQuestions.confirmAttachments, cancelled, untilIdle);
  const fallback = createPanelFallback(chat, reportError);
  const replyDependencies = { chat, onDidChangeChat, library: parts.library, reportError };
  const backgroundReplies = createBackgroundReplies(replyDependencies);
  const offeredFile = createOfferedFile(chat, adder, meter, targetEditor);
  const outdatedFiles = createOutdatedFiles(chat, adder, parts.notices);
  const sources = {
    ...parts,
    heading: createSessionHeading({ ...host, ...parts }),
    backgroundReplies,
    offeredFile,
    exportSession: async (id: string) => exportSession(id, sessions),
    adder,
    estimator,
    codeActions,
    applying,
    targetEditor,
    tokenColors,
    setup: connection.setup,
    setupActions,
    onDidChangeSetup: setupChanged.event,
    settings,
    onDidChangeSettings,
    saving,
    deletionId: host.deletions.deletionId,
    reportError,
  };
  const places = new ChatPlaces(extensionUri, sources, fallback.watch);
  const tellWhileHidden = (reply: BackgroundReplyView) => {
    if (places.isVisible) return;
    const show = async (id: string) => showSession(id, parts.library, async () => places.focusMessage());
    tellEndedReply(reply, show).catch(reportError);
  };
  for (const each of [parts.notices, offeredFile, outdatedFiles]) each.connect(() => places.isVisible);
  context.subscriptions.push(
    setupChanged,
    backgroundReplies,
    offeredFile,
    outdatedFiles,
    estimator,
    sources.heading,
    places,
    fallback,
    tokenColors,
    targetEditor,
    codeActions,
    applying,
    onDidChangeChat((event) =>
      [estimator, fallback, offeredFile, outdatedFiles].forEach((each) => each.handleChatEvent(event)),
    ),
    onDidChangeChat((event) => {
      // The user's answers about secrets apply only to the message that was now sent or queued.
      if (event.type === 'messagesAdded' || event.type === 'queueChanged') parts.secretQuestions.endMessage();
    }),
    backgroundReplies.onDidEnd(tellWhileHidden),
    watchShownReplies(replyDependencies, tellWhileHidden),
    onDidChangeRatios(estimator.refresh),
    host.onDidChangeSpend(estimator.refreshBalance),
    onDidChangeSettings(() => [estimator, offeredFile].forEach(({ refresh }) => refresh())),
    onDidChangeSettings(() => setupChanged.fire()),
    context.secrets.onDidChange(() => setupChanged.fire()),
    places.onDidLoad(() => {
      // The restored draft has no estimate yet.
      estimator.refresh();
      offeredFile.refresh();
      outdatedFiles.refresh();
      connection.transport.load().catch(reportError);
      tokenColors.read().catch(reportError);
    }),
  );
  return { places, adder, targetEditor, proposedChanges: applying.proposedChanges, fallback, setupActions };
}

interface CommandTargets {
  readonly chat: WorkspaceChat;
  readonly onDidChangeChat: vscode.Event<WorkspaceChatEvent>;
  readonly detachedRequests: DetachedRequests;
  readonly secretQuestions: SecretQuestions;
  readonly questionFocus: QuestionFocus;
  readonly stores: ChatStores;
  readonly panel: PanelParts;
  readonly spendPage: ReturnType<typeof openSpendPage>;
}

function createCommands(
  host: ChatWindowHost,
  connection: ServiceConnection,
  metering: Metering,
  targets: CommandTargets,
): ChatCommands {
  const { places, fallback } = targets.panel;
  const { context, settings } = host;
  return createChatCommands({
    ...host,
    ...connection,
    dataCommands: createDataCommands({
      ...host,
      folders: { global: context.globalStorageUri.fsPath, workspace: sharedStorageUri(context)?.fsPath },
      ownFolder: targets.stores.folder,
      filesIn: (folder) => (folder === targets.stores.folder ? targets.stores.files : createNodeFileStore(folder)),
      ratios: metering.ratios,
      limits: () => settings().limits,
      apiKeys: connection.apiKeys,
      isReady: async () => (await connection.setup()).status === 'ready',
      isReplyRunning: () => targets.chat.session.isRunning || targets.chat.background.length > 0,
      showDrafts: async (ids) =>
        targets.stores.drafts.absorb(ids, async (change) => targets.chat.draft.replace(change)),
      onDidImport: host.statusBar.update,
    }),
    transport: connection.transport.request,
    meter: metering.meter,
    ...targets,
    ...targets.panel,
    sessions: targets.stores.sessions,
    revealChat: async () => {
      fallback.expectReply();
      await places.show();
    },
    reportError: host.errors.reportError,
  });
}
