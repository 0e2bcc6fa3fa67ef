import type { NetworkSettings } from './networkSettings.ts';
import type { Transport } from './transport.ts';

/** A transport that is loaded with its first request, or by `load`. */
export interface LazyTransport {
  readonly request: Transport;
  /** Loads the transport now, so that the first request need not wait. */
  readonly load: () => Promise<void>;
}

/** Delays loading undici, which takes about 40 ms, beyond the start of VS Code. */
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
