import { directNetwork, type NetworkSettings } from '../../../../src/api/network/networkSettings.ts';
import type {
  ConnectionPhase,
  Transport,
  TransportRequest,
  TransportResponse,
} from '../../../../src/api/network/transport.ts';
import { createUndiciTransport, type TransportOptions } from '../../../../src/api/network/undiciTransport.ts';
import { companyCa } from './testCertificates.ts';

/** The default network settings: our own connection (over undici), VS Code's `fetch` as the fallback, and no proxy. */
export const autoNetwork: NetworkSettings = { ...directNetwork, transport: 'auto', proxySupport: true };

/**
 * Creates a transport. By default, the transport uses only our own connection, trusts only `companyCa`, and rejects
 * instead of using `fetch`. The arguments can override these defaults.
 */
export function testTransport(
  settings: Partial<NetworkSettings> = {},
  options: Partial<TransportOptions> = {},
): Transport {
  return createUndiciTransport(() => ({ ...autoNetwork, transport: 'direct', ...settings }), {
    certificates: () => [companyCa],
    fetch: () => {
      throw new Error('The transport must not use fetch.');
    },
    ...options,
  });
}

/** A request in progress. */
export interface Sent {
  readonly response: Promise<TransportResponse>;
  readonly phases: readonly ConnectionPhase[];
  readonly isConnected: () => boolean;
  /** Aborts the signal. */
  readonly stop: () => void;
  readonly signal: AbortSignal;
}

/** Sends a POST request with the API key `sk-stand-in-key`. */
export function send(transport: Transport, url: string, fields: Partial<TransportRequest> = {}): Sent {
  const phases: ConnectionPhase[] = [];
  const controller = new AbortController();
  let isConnected = false;
  const response = transport({
    method: 'POST',
    url: new URL(url),
    headers: { authorization: 'Bearer sk-stand-in-key' },
    body: '{}',
    signal: controller.signal,
    onConnected: () => {
      isConnected = true;
    },
    onPhase: (phase) => phases.push(phase),
    ...fields,
  });
  // Prevent an unhandled rejection in tests that do not await the response.
  response.catch(() => undefined);
  return {
    response,
    phases,
    isConnected: () => isConnected,
    stop: () => controller.abort(),
    signal: controller.signal,
  };
}

/** Reads a body to its end as text, and closes the connection. */
export async function readText(response: TransportResponse): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const bytes of response.body) parts.push(bytes);
  response.close();
  return Buffer.concat(parts).toString();
}
