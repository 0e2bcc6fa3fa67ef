/**
 * Types for the internal modules of undici that undiciTransport.ts imports. Undici has no types for these module paths.
 */

declare module 'undici/lib/dispatcher/agent.js' {
  export { default } from 'undici/types/agent.js';
}

declare module 'undici/lib/api/index.js' {
  import type { Socket } from 'node:net';
  import type Dispatcher from 'undici/types/dispatcher.js';
  const api: {
    request(this: Dispatcher, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
    /** Resolves for every status of the proxy's response, even an error status. `socket` is the dispatcher's socket. */
    connect(
      this: Dispatcher,
      options: Dispatcher.ConnectOptions,
    ): Promise<Dispatcher.ConnectData & { readonly socket: Socket }>;
  };
  export default api;
}
