import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Collects the errors with which connections could not be established, until `end` is called. */
export interface ConnectErrors {
  /** Returns true if a connection could not be established because of this error object. */
  readonly has: (error: unknown) => boolean;
  readonly end: () => void;
}

/**
 * Undici publishes an error on this channel if a connection cannot be established: after an error of DNS, TCP, the
 * proxy or the TLS handshake. Undici then rejects the waiting requests with the same error object. An error of an
 * established connection is not published. The channel is the same for all copies of undici in a process, such as the
 * copies in Node and in VS Code.
 */
const channel = 'undici:client:connectError';

/**
 * Starts to collect the connect errors of undici, which implements Node's `fetch`. The errors of another implementation
 * of `fetch` are not collected.
 */
export function watchConnectErrors(): ConnectErrors {
  const errors = new WeakSet<object>();
  const add = (message: unknown) => {
    const { error } = message as { readonly error?: unknown };
    if (error instanceof Error) errors.add(error);
  };
  subscribe(channel, add);
  return {
    has: (error) => error instanceof Error && errors.has(error),
    end: () => unsubscribe(channel, add),
  };
}
