import * as vscode from 'vscode';
import { probeService } from '../api/probeService.ts';
import type { Transport } from '../api/transport.ts';
import type { StreamChat } from '../api/client.ts';
import type { Connection } from '../chat/chatSession.ts';
import type { Meter } from '../meter/meter.ts';
import { formatCost } from '../meter/formatCost.ts';
import type { Setup } from './connectionSource.ts';
import { describeError } from './describeError.ts';
import { setupView } from './sessionView.ts';

export interface CheckConnectionDependencies {
  readonly transport: Transport;
  readonly streamChat: StreamChat;
  readonly meter: Meter;
  readonly setup: () => Promise<Setup>;
  readonly createId: () => string;
}

const testMessage = 'Hi';

/** Says in words what works and what does not. Costs nothing unless the person agrees to a one-word message. */
export async function checkConnection(dependencies: CheckConnectionDependencies): Promise<void> {
  const setup = await dependencies.setup();
  if (setup.status === 'noAddress' || setup.status === 'badAddress') {
    await offer(setupView(setup).sentence, '', vscode.l10n.t('Set API key'), async () => vscode.commands.executeCommand('tally.setApiKey'));
    return;
  }
  const { baseUrl } = setup.status === 'ready' ? setup.connection : setup.address;
  const service = await reachService(dependencies.transport, baseUrl);
  if (service === undefined) return;
  if (!service.isReached) {
    await vscode.window.showErrorMessage(service.sentence, { modal: true, detail: baseUrl });
    return;
  }
  if (setup.status !== 'ready') {
    const detail = setupView(setup).sentence;
    await offer(service.sentence, detail, vscode.l10n.t('Set API key'), async () => vscode.commands.executeCommand('tally.setApiKey'));
    return;
  }
  const cost = formatCost(await dependencies.meter.estimate(testMessage, 0), vscode.env.language);
  const detail = vscode.l10n.t(
    'A key is set for {0}. Whether the service accepts it shows only when a message is sent: “{1}” costs {2}, plus its reply.',
    setup.connection.origin,
    testMessage,
    cost,
  );
  await offer(service.sentence, detail, vscode.l10n.t('Send test message'), async () =>
    sendTestMessage(setup.connection, dependencies),
  );
}

async function offer(message: string, detail: string, label: string, run: () => Thenable<unknown>): Promise<void> {
  const choice = await vscode.window.showInformationMessage(message, { modal: true, detail }, label);
  if (choice === label) await run();
}

/** Undefined when the person cancelled it. */
async function reachService(transport: Transport, baseUrl: string) {
  const result = await withProgress(vscode.l10n.t('Checking the connection…'), async (signal) => {
    const probed = await probeService(transport, baseUrl, signal);
    return signal.aborted ? undefined : probed;
  });
  if (result === undefined) return undefined;
  if ('error' in result) return { isReached: false, sentence: describeError(result.error).text };
  if (result.status >= 300 && result.status < 400) return { isReached: false, sentence: describeError({ name: 'RedirectError', detail: '' }).text };
  const milliseconds = String(Math.round(result.milliseconds));
  return { isReached: true, sentence: vscode.l10n.t('The service answers at {0} ({1} ms).', baseUrl, milliseconds) };
}

/** A message in a session of its own, booked like any other. */
async function sendTestMessage(connection: Connection, dependencies: CheckConnectionDependencies): Promise<void> {
  const { streamChat, meter, createId } = dependencies;
  const sessionId = createId();
  const metered = {
    id: createId(),
    at: Date.now(),
    sessionId,
    origin: connection.origin,
    historyTokens: 0,
    content: testMessage,
  };
  await meter.begin(metered);
  const messages = [{ role: 'user', content: testMessage }] as const;
  const ended = await withProgress(vscode.l10n.t('Waiting for the reply…'), async (signal) => {
    let text = '';
    for await (const event of streamChat({ ...connection, sessionId, messages }, signal)) {
      if (event.type === 'text') text += event.text;
      if (event.type === 'end') return { ...event, text };
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
      await vscode.window.showErrorMessage(describeError(ended.error ?? { name: 'APIError', detail: '' }).text, { modal: true });
      return;
    case 'stopped':
  }
}

/** Shows that something is awaited; cancelling it aborts the signal. */
async function withProgress<T>(title: string, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      return run(controller.signal);
    },
  );
}
