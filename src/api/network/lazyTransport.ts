import type { NetworkSettings } from './networkSettings.ts';
import type { Transport } from './transport.ts';

/** A transport whose module is imported at the first request, or earlier by `load`. */
export interface LazyTransport {
  readonly request: Transport;
  /** Imports the transport now, so that the first request does not wait for the import. */
  readonly load: () => Promise<void>;
}

/**
 * Creates a transport that imports undici on demand, because the import takes about 40 ms and would delay the start of
 * the extension.
 */
export function createLazyTransport(network: () => NetworkSettings): LazyTransport {
  let transport: Promise<Transport> | undefined;
  const loaded = async () => {
    transport ??= import('./undiciTransport.ts').then(({ createUndiciTransport }) => createUndiciTransport(network));
    return transport;
  };
  return {
    request: async (request) => (await loaded())(request),
    load: async () => {
      await loaded();
    },
  };
}
