import { directNetwork, type NetworkSettings } from '../../../../src/api/network/networkSettings.ts';
import type {
  ConnectionPhase,
  Transport,
  TransportRequest,
  TransportResponse,
} from '../../../../src/api/network/transport.ts';
import { createUndiciTransport, type TransportOptions } from '../../../../src/api/network/undiciTransport.ts';
import { companyCa } from './testCertificates.ts';

/** The network as VS Code has it by default: our own connection and then VS Code's; proxies as configured. */
export const autoNetwork: NetworkSettings = { ...directNetwork, transport: 'auto', proxySupport: true };

/** A transport that trusts the company's certificates and has no `fetch`, unless the options say else. */
export function testTransport(
  settings: Partial<NetworkSettings> = {},
  options: Partial<TransportOptions> = {},
): Transport {
  return createUndiciTransport(() => ({ ...autoNetwork, transport: 'direct', ...settings }), {
    certificates: () => [companyCa],
    fetch: () => {
      throw new Error('Nothing may be fetched.');
    },
    ...options,
  });
}

/** What became of a request. */
export interface Sent {
  readonly response: Promise<TransportResponse>;
  readonly phases: readonly ConnectionPhase[];
  readonly isConnected: () => boolean;
  readonly stop: () => void;
  readonly signal: AbortSignal;
}

export function send(transport: Transport, url: string, fields: Partial<TransportRequest> = {}): Sent {
  const phases: ConnectionPhase[] = [];
  const controller = new AbortController();
  let isConnected = false;
  const response = transport({
    method: 'POST',
    url: new URL(url),
    headers: { authorization: 'Bearer stand-in-key' },
    body: '{}',
    signal: controller.signal,
    onConnected: () => {
      isConnected = true;
    },
    onPhase: (phase) => phases.push(phase),
    ...fields,
  });
  // Whoever does not await it asks for something else than its error.
  response.catch(() => undefined);
  return {
    response,
    phases,
    isConnected: () => isConnected,
    stop: () => controller.abort(),
    signal: controller.signal,
  };
}

/** Reads a body to its end and closes the connection. */
export async function readText(response: TransportResponse): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const bytes of response.body) parts.push(bytes);
  response.close();
  return Buffer.concat(parts).toString();
}
