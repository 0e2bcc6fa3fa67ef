import type { NetworkSettings } from './networkSettings.ts';
import type { Transport } from './transport.ts';

/** A transport that is loaded with its first request, or before. */
export interface LazyTransport {
  readonly request: Transport;
  /** Loads it now, so that the first request need not wait. */
  readonly load: () => Promise<void>;
}

/** Keeps undici, which takes some 40 ms to load, out of the start of VS Code. */
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
