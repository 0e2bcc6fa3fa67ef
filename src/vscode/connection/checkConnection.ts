import * as vscode from 'vscode';
import { checkService } from '../../api/network/checkService.ts';
import type { ChatEnd, ChatEvent } from '../../api/chatEvent.ts';
import type { Transport } from '../../api/network/transport.ts';
import type { NetworkSettings } from '../../api/network/networkSettings.ts';
import type { Connection } from '../../api/serviceAddress.ts';
import type { RequestOptions } from '../../chat/conversation/requestOptions.ts';
import type { DetachedRequests } from '../../chat/conversation/detachedRequests.ts';
import { endError } from '../../chat/conversation/receiveReply.ts';
import { noHistory, type Cost } from '../../meter/cost.ts';
import type { Meter } from '../../meter/meter.ts';
import { formatMarkedRange } from '../../common/text/formatCost.ts';
import { copyText } from '../code/copyText.ts';
import { confirmService } from './confirmService.ts';
import type { Setup } from './connectionSource.ts';
import { describeConnectionReport, type ReportDescription } from './describeConnectionReport.ts';
import { describeError } from '../errors/describeError.ts';
import { toSetupView } from './setupView.ts';
import { withCancellableProgress } from '../dialogs/progress.ts';
import { showError, showInformation, showWarning } from '../dialogs/messages.ts';

export interface CheckConnectionDependencies {
  readonly transport: Transport;
  readonly network: () => NetworkSettings;
  readonly options: () => RequestOptions;
  readonly meter: Pick<Meter, 'estimate'>;
  readonly detachedRequests: DetachedRequests;
  readonly setup: () => Promise<Setup>;
  /** Stores the user's agreement to the service that the environment sets. */
  readonly useService: () => Promise<void>;
  /** Called when the user has answered or closed a dialog, but not if the user opens the settings. */
  readonly answered: () => Promise<void>;
}

const testMessage = 'Hi';

const answerTimeoutMilliseconds = 30_000;

/** Tests the connection and shows the result. The test costs nothing unless the user agrees to send a test message. */
export async function checkConnection(dependencies: CheckConnectionDependencies): Promise<void> {
  const { answered } = dependencies;
  const setup = await dependencies.setup();
  if (setup.status === 'noAddress' || setup.status === 'badAddress') {
    await show(showInformation, toSetupView(setup).sentence, '', [setApiKeyButton(answered)], answered);
    return;
  }
  if (setup.status === 'unconfirmed') {
    const isAgreed = await confirmService(setup);
    await answered();
    if (isAgreed) await dependencies.useService();
    return;
  }
  const { baseUrl } = setup.status === 'ready' ? setup.connection : setup.address;
  const found = await examineConnection(dependencies, baseUrl);
  if (found === undefined) return;
  const report = found.lines.join('\n');
  const buttons = [...settingsButton(found.settings), copyButton([found.sentence, ...found.lines])];
  if (!found.isReached) {
    await show(showError, found.sentence, report, buttons, answered);
    return;
  }
  if (setup.status !== 'ready') {
    const detail = `${toSetupView(setup).sentence}\n\n${report}`;
    await show(showInformation, found.sentence, detail, [setApiKeyButton(answered), ...buttons], answered);
    return;
  }
  const cost = formatMarkedRange(
    await dependencies.meter.estimate({ history: noHistory, content: testMessage }),
    vscode.env.language,
  );
  const offer = vscode.l10n.t(
    'An API key is set for {0}. Only a message can show whether the service accepts the key. The test message “{1}” costs {2}, plus the reply.',
    setup.connection.origin,
    testMessage,
    cost,
  );
  const sendButton = {
    label: vscode.l10n.t('Send Test Message'),
    run: async () => sendTestMessage(setup.connection, dependencies),
  };
  await show(showInformation, found.sentence, `${offer}\n\n${report}`, [...buttons, sendButton], answered);
}

interface Button {
  readonly label: string;
  readonly run: () => Thenable<unknown>;
  /** True if `run` moves the focus to an editor. */
  readonly opensEditor?: boolean;
}

/**
 * Shows a modal dialog and runs the action of the chosen button. The first button must not send anything, because a
 * held Enter key presses the first button.
 */
async function show(
  showMessage: typeof showInformation,
  message: string,
  detail: string,
  buttons: readonly Button[],
  answered: () => Promise<void>,
): Promise<void> {
  const choice = await showMessage(message, { modal: true, detail }, ...buttons.map(({ label }) => label));
  const chosen = buttons.find(({ label }) => label === choice);
  if (chosen?.opensEditor !== true) await answered();
  await chosen?.run();
}

function setApiKeyButton(answered: () => Promise<void>): Button {
  const run = async () => {
    await vscode.commands.executeCommand('tally.setApiKey');
    await answered();
  };
  return { label: vscode.l10n.t('Set API Key'), run };
}

function copyButton(lines: readonly string[]): Button {
  return { label: vscode.l10n.t('Copy Report'), run: async () => copyText(lines.join('\n'), 'prose') };
}

/**
 * Returns a list with a button that opens the settings to check. The list is empty if there are no settings to check.
 */
function settingsButton(settings: string | undefined): readonly Button[] {
  if (settings === undefined) return [];
  const run = () => vscode.commands.executeCommand('workbench.action.openSettings', settings);
  return [{ label: vscode.l10n.t('Open Settings'), run, opensEditor: true }];
}

/** Checks the connection and describes the result. Resolves with undefined if the user cancels. */
async function examineConnection(
  { transport, network: currentNetwork }: CheckConnectionDependencies,
  baseUrl: string,
): Promise<ReportDescription | undefined> {
  const network = currentNetwork();
  return withCancellableProgress(vscode.l10n.t('Checking the connection…'), async (signal) => {
    try {
      const report = await checkService({ transport, network, baseUrl, signal, answerTimeoutMilliseconds });
      return describeConnectionReport(report, network.transport);
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  });
}

/**
 * Sends the test message outside the chat's sessions, records the request's cost in the ledger, and shows how the reply
 * ended. Shows nothing if the user cancels or the message is not sent.
 */
async function sendTestMessage(
  connection: Connection,
  { detachedRequests, options, answered }: CheckConnectionDependencies,
): Promise<void> {
  const controller = new AbortController();
  let ended: ChatEnd | undefined;
  const booked = await detachedRequests.send({
    content: testMessage,
    connection,
    options: options(),
    signal: controller.signal,
    receive: async (events) => {
      ended = await withCancellableProgress(vscode.l10n.t('Waiting for the reply…'), async (signal) => {
        signal.addEventListener('abort', () => controller.abort());
        return lastEvent(events);
      });
      return ended;
    },
  });
  if (booked === undefined || ended === undefined) return;
  await showEnd(ended, booked.cost, connection.origin);
  await answered();
}

async function lastEvent(events: AsyncIterable<ChatEvent>): Promise<ChatEnd> {
  for await (const event of events) {
    if (event.type === 'end') return event;
  }
  throw new Error('The reply has no end.');
}

async function showEnd(ended: ChatEnd, cost: Cost, origin: string): Promise<void> {
  switch (ended.end) {
    case 'complete':
      await showInformation(vscode.l10n.t('Everything works.'), {
        modal: true,
        detail: vscode.l10n.t(
          'The service accepted your key and replied. Cost: {0}.',
          formatMarkedRange(cost, vscode.env.language),
        ),
      });
      return;
    case 'incomplete':
      await showWarning(vscode.l10n.t('The service accepted your key, but the reply was cut off.'), {
        modal: true,
      });
      return;
    case 'failed':
      await showError(describeError(endError(ended, Date.now()) ?? { name: 'APIError', detail: '' }, { origin }).text, {
        modal: true,
      });
      return;
    case 'stopped':
  }
}
