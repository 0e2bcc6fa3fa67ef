/** Types for the deep paths of undici that transport.ts imports; undici types only its index. */

declare module 'undici/lib/dispatcher/agent.js' {
  export { default } from 'undici/types/agent.js';
}

declare module 'undici/lib/api/index.js' {
  import type Dispatcher from 'undici/types/dispatcher.js';
  const api: {
    request(this: Dispatcher, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  };
  export default api;
}

declare module 'undici/lib/core/connect.js' {
  import type { Duplex } from 'node:stream';
  import type buildConnector from 'undici/types/connector.js';
  /** Unlike the public type says, the connector returns its socket at once. */
  export default function build(
    options: buildConnector.BuildOptions,
  ): (options: buildConnector.Options, callback: buildConnector.Callback) => Duplex;
}
