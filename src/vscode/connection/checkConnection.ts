import * as vscode from 'vscode';
import { checkService } from '../../api/network/checkService.ts';
import type { StreamChat } from '../../api/client.ts';
import type { Transport } from '../../api/network/transport.ts';
import type { NetworkSettings } from '../../api/network/networkSettings.ts';
import type { Connection, RequestOptions } from '../../chat/conversation/chatSessionDependencies.ts';
import { endError } from '../../chat/conversation/receiveReply.ts';
import { noHistory } from '../../meter/cost.ts';
import type { Meter } from '../../meter/meter.ts';
import { formatCost } from '../../common/formatCost.ts';
import type { SpendGuard } from '../../meter/spendGuard.ts';
import type { Setup } from './connectionSource.ts';
import { describeConnectionReport, type ReportDescription } from './describeConnectionReport.ts';
import { describeError } from '../errors/describeError.ts';
import { setupView } from './setupView.ts';
import { withCancellableProgress } from '../dialogs/cancellableProgress.ts';

export interface CheckConnectionDependencies {
  readonly transport: Transport;
  readonly network: () => NetworkSettings;
  readonly options: () => RequestOptions;
  readonly streamChat: StreamChat;
  readonly meter: Meter;
  readonly guard: SpendGuard;
  readonly setup: () => Promise<Setup>;
  readonly createId: () => string;
}

const testMessage = 'Hi';

const answerTimeoutMilliseconds = 30_000;

/** Says in words what works and what does not. Costs nothing unless the person agrees to a one-word message. */
export async function checkConnection(dependencies: CheckConnectionDependencies): Promise<void> {
  const setup = await dependencies.setup();
  if (setup.status === 'noAddress' || setup.status === 'badAddress') {
    await show(vscode.window.showInformationMessage, setupView(setup).sentence, '', [setApiKeyButton()]);
    return;
  }
  const { baseUrl } = setup.status === 'ready' ? setup.connection : setup.address;
  const found = await examineConnection(dependencies, baseUrl);
  if (found === undefined) return;
  const report = found.lines.join('\n');
  const buttons = [...settingsButton(found.settings), copyButton([found.sentence, ...found.lines])];
  if (!found.isReached) {
    await show(vscode.window.showErrorMessage, found.sentence, report, buttons);
    return;
  }
  if (setup.status !== 'ready') {
    const detail = `${setupView(setup).sentence}\n\n${report}`;
    await show(vscode.window.showInformationMessage, found.sentence, detail, [setApiKeyButton(), ...buttons]);
    return;
  }
  const cost = formatCost(await dependencies.meter.estimate({ history: noHistory, content: testMessage }), vscode.env.language);
  const offer = vscode.l10n.t(
    'A key is set for {0}. Whether the service accepts it shows only when a message is sent: “{1}” costs {2}, plus its reply.',
    setup.connection.origin,
    testMessage,
    cost,
  );
  const sendButton = { label: vscode.l10n.t('Send test message'), run: async () => sendTestMessage(setup.connection, dependencies) };
  await show(vscode.window.showInformationMessage, found.sentence, `${offer}\n\n${report}`, [sendButton, ...buttons]);
}

interface Button {
  readonly label: string;
  readonly run: () => Thenable<unknown>;
}

/** Shows a box that waits for an answer, and does what the chosen button says. */
async function show(
  showMessage: typeof vscode.window.showInformationMessage,
  message: string,
  detail: string,
  buttons: readonly Button[],
): Promise<void> {
  const choice = await showMessage(message, { modal: true, detail }, ...buttons.map(({ label }) => label));
  await buttons.find(({ label }) => label === choice)?.run();
}

function setApiKeyButton(): Button {
  return { label: vscode.l10n.t('Set API key'), run: () => vscode.commands.executeCommand('tally.setApiKey') };
}

function copyButton(lines: readonly string[]): Button {
  return { label: vscode.l10n.t('Copy report'), run: () => vscode.env.clipboard.writeText(lines.join('\n')) };
}

/** None where no setting helps. */
function settingsButton(settings: string | undefined): readonly Button[] {
  if (settings === undefined) return [];
  const run = () => vscode.commands.executeCommand('workbench.action.openSettings', settings);
  return [{ label: vscode.l10n.t('Open settings'), run }];
}

/** Undefined when the person cancelled it. */
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

/** A message in a session of its own, booked like any other. */
async function sendTestMessage(connection: Connection, dependencies: CheckConnectionDependencies): Promise<void> {
  const { streamChat, options, meter, guard, createId } = dependencies;
  const sessionId = createId();
  const estimate = async () => meter.estimate({ history: noHistory, content: testMessage });
  const permit = await guard({ sessionId, estimate, isAutomatic: false });
  if (permit === undefined) return;
  const metered = {
    id: createId(),
    at: Date.now(),
    sessionId,
    origin: connection.origin,
    history: noHistory,
    content: testMessage,
  };
  await meter.begin(metered, permit);
  const { mode, extraBody } = options();
  const request = {
    ...connection,
    sessionId: mode === 'session' ? sessionId : undefined,
    messages: [{ role: 'user', content: testMessage }],
    extraBody,
  } as const;
  const ended = await withCancellableProgress(vscode.l10n.t('Waiting for the reply…'), async (signal) => {
    let text = '';
    let reasoning = '';
    for await (const event of streamChat(request, signal)) {
      if (event.type === 'text') text += event.text;
      if (event.type === 'reasoning') reasoning += event.text;
      if (event.type === 'end') return { ...event, text, reasoning };
    }
    return undefined;
  });
  if (ended === undefined) return;
  const { cost } = await meter.end(metered, { ...ended, usage: ended.usage });
  switch (ended.end) {
    case 'complete':
      await vscode.window.showInformationMessage(vscode.l10n.t('Everything works.'), {
        modal: true,
        detail: vscode.l10n.t('The service accepted your key and replied, for {0}.', formatCost(cost, vscode.env.language)),
      });
      return;
    case 'incomplete':
      await vscode.window.showWarningMessage(vscode.l10n.t('The service accepted your key, but its reply broke off before its end.'), { modal: true });
      return;
    case 'failed':
      await vscode.window.showErrorMessage(describeError(endError(ended) ?? { name: 'APIError', detail: '' }).text, { modal: true });
      return;
    case 'stopped':
  }
}
