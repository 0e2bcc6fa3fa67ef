/** Types for the deep paths of undici that undiciTransport.ts imports; undici types only its index. */

declare module 'undici/lib/dispatcher/agent.js' {
  export { default } from 'undici/types/agent.js';
}

declare module 'undici/lib/api/index.js' {
  import type { Socket } from 'node:net';
  import type Dispatcher from 'undici/types/dispatcher.js';
  const api: {
    request(this: Dispatcher, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
    /** The socket is the one that the dispatcher connected, whatever the proxy has answered. */
    connect(
      this: Dispatcher,
      options: Dispatcher.ConnectOptions,
    ): Promise<Dispatcher.ConnectData & { readonly socket: Socket }>;
  };
  export default api;
}
