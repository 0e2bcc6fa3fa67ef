import * as vscode from 'vscode';
import { createClient, type StreamChat } from '../../api/client.ts';
import { createLazyTransport, type LazyTransport } from '../../api/network/lazyTransport.ts';
import type { NetworkSettings } from '../../api/network/networkSettings.ts';
import type { Connection } from '../../api/serviceAddress.ts';
import { createWorkerPayloadReader } from '../../node/workerPayloadReader.ts';
import { logRequests } from '../errors/logRequests.ts';
import type { RedactedLog } from '../errors/redactedLog.ts';
import type { Settings } from '../settings/settings.ts';
import { createApiKeyStore, type ApiKeyStore } from './apiKeyStore.ts';
import { createRequestDocuments, type RequestDocuments } from './requestDocuments.ts';
import { resolveAddress, resolveSetup, type Environment, type Setup } from './connectionSource.ts';
import { createStoredOrigins } from './storedOrigins.ts';

/**
 * The parts that this window needs to send requests to the service, such as the API key, the base URL and the client.
 */
export interface ServiceConnection {
  readonly environment: Environment;
  readonly apiKeys: ApiKeyStore;
  readonly network: () => NetworkSettings;
  readonly transport: LazyTransport;
  /** Sends a request once, without retries. */
  readonly streamChat: StreamChat;
  readonly setup: () => Promise<Setup>;
  /** Resolves with true if a request with this API key and base URL may still be sent. */
  readonly isCurrent: (connection: Pick<Connection, 'apiKey' | 'baseUrl'>) => Promise<boolean>;
  /** Stores the user's agreement to the service that the environment sets, if the setup is `unconfirmed`. */
  readonly agreeToService: () => Promise<void>;
  /** Returns the origin of the current base URL, or an empty string if the base URL is missing or invalid. */
  readonly origin: () => string;
  readonly requestDocuments: RequestDocuments;
}

export function createServiceConnection(
  context: vscode.ExtensionContext,
  settings: () => Settings,
  log: RedactedLog,
): ServiceConnection {
  const environment = process.env;
  const apiKeys = createApiKeyStore(context.secrets, context.globalState);
  // The user's agreement applies to all workspaces, and stays valid if the environment's key changes, because users
  // replace their keys.
  const agreedOrigins = createStoredOrigins(context.globalState, 'tally.agreedOrigins');
  const resolve = async () => resolveSetup(settings().baseUrl, environment, apiKeys, agreedOrigins);
  const network = () => settings().network;
  const transport = createLazyTransport(network);
  const payloads = createWorkerPayloadReader(
    vscode.Uri.joinPath(context.extensionUri, 'dist', 'payloadWorker.cjs').fsPath,
  );
  const address = () => resolveAddress(settings().baseUrl, environment);
  const requestDocuments = createRequestDocuments({
    address,
    secrets: async () => {
      const stored = await Promise.all((await apiKeys.origins()).map(async (origin) => apiKeys.get(origin)));
      return [...stored, environment['TALLY_API_KEY']].filter((key) => key !== undefined);
    },
  });
  context.subscriptions.push(payloads, requestDocuments);
  const { streamChat } = createClient(transport.request, { readLarge: payloads.read });
  return {
    environment,
    apiKeys,
    network,
    transport,
    streamChat: logRequests(streamChat, log),
    setup: async () => {
      const current = await resolve();
      if (current.status === 'ready') log.addSecret(current.connection.apiKey);
      return current;
    },
    isCurrent: async ({ apiKey, baseUrl }) => {
      const current = await resolve();
      if (current.status !== 'ready') return false;
      return current.connection.apiKey === apiKey && current.connection.baseUrl === baseUrl;
    },
    agreeToService: async () => {
      const current = await resolve();
      if (current.status === 'unconfirmed') await agreedOrigins.add(current.address.origin);
    },
    origin: () => {
      const current = address();
      return typeof current === 'string' ? '' : current.origin;
    },
    requestDocuments,
  };
}
