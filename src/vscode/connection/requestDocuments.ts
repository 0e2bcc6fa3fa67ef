import * as vscode from 'vscode';
import { toHttpRequest } from '../../api/client.ts';
import { redactJsonSteps } from '../../api/redact.ts';
import type { ServiceAddress, ServiceAddressFault } from '../../api/serviceAddress.ts';
import { runInSlices } from '../../chat/messages/steps.ts';
import type { RequestDoubt, SentRequest } from '../../chat/messages/sentRequest.ts';

/** Shows requests that were sent earlier, each as a read-only document that is never saved. */
export interface RequestDocuments {
  readonly show: (request: SentRequest) => Promise<void>;
  readonly dispose: () => void;
}

const scheme = 'tally-request';

/** Replaces the base URL of a request if neither it nor a current one is known. The top-level domain cannot exist. */
const unknownBaseUrl = 'https://unknown.invalid/v1';

/** Replaces the values of headers that must not be shown. */
const redacted = '[redacted]';

export interface RequestDocumentDependencies {
  /** Returns the current address, for requests whose address is not known. */
  readonly address: () => ServiceAddress | ServiceAddressFault;
  /** Resolves with the API keys that must not be shown. */
  readonly secrets: () => Promise<readonly string[]>;
}

export function createRequestDocuments({ address, secrets }: RequestDocumentDependencies): RequestDocuments {
  const texts = new Map<string, string>();
  const subscriptions = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: (uri) => texts.get(uri.toString()),
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString())),
  );
  // Close the documents that VS Code has restored from an earlier window, because their texts were never saved.
  void vscode.window.tabGroups.close(requestTabs());

  return {
    show: async (request) => {
      const path = `/${request.reply.id}/${vscode.l10n.t('Request.jsonc')}`;
      const uri = vscode.Uri.from({ scheme, path });
      texts.set(uri.toString(), await requestText(request, address(), await secrets()));
      await vscode.window.showTextDocument(uri, { preview: true });
    },
    dispose: () => {
      subscriptions.dispose();
    },
  };
}

function requestTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.scheme === scheme);
}

/**
 * Returns the request as JSON, after comments that say what is not exact. `current` is used if the request's address is
 * not known. Lets other tasks run in between, because a request may have many megabytes.
 */
export async function requestText(
  request: SentRequest,
  current: ServiceAddress | ServiceAddressFault,
  secrets: readonly string[],
): Promise<string> {
  const { reply, facts, sessionId, messages, doubts } = request;
  const currentUrl = typeof current === 'string' ? unknownBaseUrl : current.baseUrl;
  const { method, url, headers, body } = toHttpRequest({
    baseUrl: facts?.baseUrl ?? currentUrl,
    apiKey: '',
    sessionId: sessionId && redacted,
    messages,
    extraBody: facts?.extraBody ?? {},
  });
  const shown = { method, url: url.href, headers: { ...headers, authorization: redacted }, body };
  const date = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'long', timeStyle: 'medium' });
  const sentences = [
    vscode.l10n.t('Sent on {0}. Read from the stored session.', date.format(reply.at)),
    vscode.l10n.t('The API key and the session id aren’t shown.'),
    ...doubts.map(describeDoubt),
  ];
  const comments = sentences.map((sentence) => `// ${sentence}\n`).join('');
  const masked = await runInSlices(redactJsonSteps(shown, secrets));
  return `${comments}${JSON.stringify(masked, null, 2)}\n`;
}

function describeDoubt(doubt: RequestDoubt): string {
  const { l10n } = vscode;
  switch (doubt) {
    case 'noFacts':
      return l10n.t(
        'An earlier version of Tally Chat didn’t store the base URL and the additional fields. The current base URL is shown, without additional fields.',
      );
    case 'carried':
      return l10n.t(
        'This message was copied from another session. The request there may have contained other earlier messages.',
      );
    case 'deleted':
      return l10n.t(
        'Earlier messages were deleted. If they were deleted later than this request, it contained them too.',
      );
    case 'notCharged':
      return l10n.t('The service didn’t charge for this request, and may not have received it.');
  }
}
