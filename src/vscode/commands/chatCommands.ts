import * as vscode from 'vscode';
import type { DetachedRequests } from '../../chat/conversation/detachedRequests.ts';
import type { NetworkSettings } from '../../api/network/networkSettings.ts';
import type { Transport } from '../../api/network/transport.ts';
import type { SessionStore } from '../../chat/sessions/sessionStore.ts';
import type { WorkspaceChatEvent } from '../../chat/conversation/conversationEvent.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { parseSpendQuery } from '../../common/protocol/parseFromSpendPageMessage.ts';
import type { Ledger } from '../../meter/ledger/ledger.ts';
import type { Meter } from '../../meter/meter.ts';
import type { AccountBalance } from '../spend/accountBalance.ts';
import { addSelection, ask, askAboutSelection, explainSelection } from './askCommands.ts';
import type { ChatPlaces } from '../panel/chatPlaces.ts';
import type { QuestionFocus } from '../dialogs/questionFocus.ts';
import { checkConnection } from '../connection/checkConnection.ts';
import type { ProposedChanges } from '../apply/proposedChanges.ts';
import type { Setup } from '../connection/connectionSource.ts';
import type { SetupActions } from '../connection/setupActions.ts';
import type { RequestDocuments } from '../connection/requestDocuments.ts';
import type { DataCommands } from '../data/dataCommands.ts';
import { addFile } from './addFile.ts';
import type { TargetEditor } from '../code/targetEditor.ts';
import type { ContextAdder } from '../context/contextAdder.ts';
import type { SecretQuestions } from '../context/secretQuestions.ts';
import type { ChatCommands } from './commandIds.ts';
import { exportSession } from './exportSession.ts';
import { exportSpend } from '../spend/exportSpend.ts';
import type { RedactedLog } from '../errors/redactedLog.ts';
import { showRequest } from './showRequest.ts';
import { createPriceLines } from './priceLine.ts';
import { createQuestionInput } from './questionInput.ts';
import { runPrompt } from './runPrompt.ts';
import { createMessageCommands } from './messageCommands.ts';
import { createSessionCommands } from './sessionCommands.ts';
import { openAccount } from './openAccount.ts';
import { stopReply } from './stopReply.ts';
import type { Settings } from '../settings/settings.ts';
import type { SpendPage } from '../spend/spendPage.ts';

export interface ChatCommandDependencies {
  readonly settings: () => Settings;
  readonly log: RedactedLog;
  readonly setup: () => Promise<Setup>;
  readonly setupActions: SetupActions;
  readonly network: () => NetworkSettings;
  readonly transport: Transport;
  readonly meter: Meter;
  readonly detachedRequests: DetachedRequests;
  readonly ledger: Ledger;
  readonly balance: AccountBalance;
  readonly spendPage: SpendPage;
  readonly sessions: SessionStore;
  readonly chat: WorkspaceChat;
  readonly onDidChangeChat: vscode.Event<WorkspaceChatEvent>;
  readonly adder: ContextAdder;
  readonly targetEditor: TargetEditor;
  readonly secretQuestions: SecretQuestions;
  readonly places: ChatPlaces;
  readonly proposedChanges: ProposedChanges;
  readonly requestDocuments: RequestDocuments;
  readonly dataCommands: DataCommands;
  /**
   * Shows the chat in the place that was used last. Must be called when a command sends a message whose reply appears
   * in the panel.
   */
  readonly revealChat: () => Promise<void>;
  readonly questionFocus: QuestionFocus;
  readonly reportError: (error: unknown) => void;
}

export function createChatCommands(dependencies: ChatCommandDependencies): ChatCommands {
  const {
    settings,
    log,
    setup,
    setupActions,
    ledger,
    balance,
    spendPage,
    sessions,
    chat,
    onDidChangeChat,
    adder,
    places,
    proposedChanges,
    requestDocuments,
    dataCommands,
    questionFocus,
  } = dependencies;
  const focusMessage = async () => places.focusMessage();
  const arePricesKnown = () => (settings().limits.unknownPrices ?? []).length === 0;
  const openPriceLine = createPriceLines(chat, onDidChangeChat, arePricesKnown);
  const asking = {
    ...dependencies,
    openPriceLine,
    questionInput: createQuestionInput(openPriceLine),
    isReady: async () => (await setup()).status === 'ready',
    completeSetup: setupActions.complete,
    focusMessage,
    returnFocus: async (editor: vscode.TextEditor | undefined) => places.returnFocus(editor),
  };
  return {
    'tally.openChat': focusMessage,
    'tally.openChatInEditor': async () => places.openEditor(),
    'tally.openChatInNewWindow': async () => places.openWindow(),
    'tally.focusMessage': focusMessage,
    'tally.newSession': async () => {
      // Focus the message box without waiting for the new session. Otherwise, the late focus could take the cursor out
      // of an editor that the user has clicked meanwhile.
      await Promise.all([chat.newSession(), focusMessage()]);
    },
    'tally.showSessions': async () => places.showSessions(),
    'tally.exportSession': async () => exportSession(chat.session.id, sessions),
    'tally.showRequest': async (menuContext) => showRequest(chat, requestDocuments, menuContext),
    ...createMessageCommands(chat, places, questionFocus.restore),
    ...createSessionCommands(places),
    'tally.stop': async () => stopReply(chat),
    'tally.ask': async () => ask(asking),
    'tally.explainSelection': async () => explainSelection(asking),
    'tally.askAboutSelection': async () => askAboutSelection(asking),
    'tally.addSelection': async () => addSelection(asking),
    'tally.runPrompt': async () => runPrompt(settings().prompts, asking),
    'tally.addFile': async (...args) => addFile(adder, focusMessage, ...args),
    'tally.applyChange': async (shown) => proposedChanges.apply(shown),
    'tally.discardChange': async (shown) => proposedChanges.discard(shown),
    'tally.undoHunk': async () => proposedChanges.undoHunk(),
    'tally.setApiKey': setupActions.setApiKey,
    'tally.changeConnection': setupActions.changeConnection,
    'tally.removeApiKey': setupActions.removeApiKey,
    'tally.checkConnection': async () =>
      checkConnection({
        ...dependencies,
        ...setupActions,
        options: () => settings().request,
        answered: questionFocus.restore,
      }),
    'tally.openSettings': async () =>
      vscode.commands.executeCommand('workbench.action.openSettings', '@ext:tally.tally-chat'),
    'tally.showSpend': () => spendPage.show(),
    'tally.exportSpend': async (query) => exportSpend({ ledger, log, sessions }, parseSpendQuery(query)),
    'tally.recordBalance': async () => balance.record(),
    'tally.openAccount': async () => openAccount(settings().accountUrl),
    ...dataCommands,
    'tally.showLog': () => log.show(),
  };
}
