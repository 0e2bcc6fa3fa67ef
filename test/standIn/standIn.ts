import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer, type Service } from './answer.ts';
import { Account, dollar, type Debit, type Prices } from './billing.ts';
import { readBody } from './chatRequest.ts';
import { Conversations, type Message } from './conversation.ts';
import { deferred } from './deferred.ts';
import { Exchange } from './exchange.ts';
import { sentenceOf } from './faults.ts';
import { overlay, type Script } from './script.ts';
import { sendError } from './sendFault.ts';
import type { Upstream } from './upstream.ts';

/**
 * The options of the stand-in service, a local server that imitates the real chat service. The fields of {@link Script}
 * are the defaults for every request. A queued script or a directive in the message can override these fields.
 */
export interface StandInOptions extends Script {
  /** The port to listen on. The default 0 selects a free port. */
  readonly port?: number;
  /** The address to listen on. The default is 127.0.0.1. */
  readonly host?: string;
  readonly apiKey?: string;
  /** The prepaid balance at the start, in nano-dollars. The default is ten US dollars. */
  readonly balance?: number;
  /** The trial balance at the start, in tokens. The default is 0. */
  readonly trial?: number;
  /**
   * A server that writes the replies. Not used for a request if `reply` or `tokens` is set by these options, by the
   * queued script, or by a directive in the message, such as `/tokens 500`.
   */
  readonly upstream?: Upstream;
  /**
   * Called after a request has ended. Any debit for the request has been made by then. Not called if the client closed
   * the connection before the whole body arrived.
   */
  readonly onClosed?: (exchange: Exchange) => void;
}

/** A running stand-in service. */
export interface StandIn {
  /** The base URL, such as `http://127.0.0.1:41234/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Every request whose body has arrived, including rejected requests, oldest first. */
  readonly requests: readonly Exchange[];
  /** The debits of all charged requests, one per request. The oldest debit comes first. */
  readonly ledger: readonly Debit[];
  /** The remaining prepaid balance, in nano-dollars. */
  readonly balance: number;
  /** The remaining trial balance, in tokens. */
  readonly trial: number;
  /** Sets the prices for all later debits, including the debits of requests that are running now. */
  readonly charge: (prices: Prices) => void;
  /** Adds a script to a queue. Each valid request removes the oldest script from the queue, if any, and uses it. */
  readonly script: (script: Script) => void;
  /**
   * Resolves with the oldest request that this function has not returned yet. If there is no such request, waits for
   * one. Rejects if no request arrives within a minute.
   */
  readonly nextRequest: () => Promise<Exchange>;
  /** Returns the messages that the service keeps for a session, oldest first. */
  readonly conversation: (sessionId: string) => readonly Message[];
  /** Stops listening and closes every connection. Resolves when all requests have ended and all debits are made. */
  readonly close: () => Promise<void>;
}

/**
 * Starts a local server that behaves as the documentation of the real service describes. Rejects if the server cannot
 * listen, for example because the port is in use.
 */
export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const { host = '127.0.0.1', port = 0, apiKey = 'sk-stand-in-key' } = options;
  const account = new Account(options.balance ?? 10 * dollar, options.trial ?? 0);
  const conversations = new Conversations();
  const scripts: Script[] = [];
  const service: Service = {
    apiKey,
    account,
    conversations,
    upstream: options.upstream,
    nextScript: () => overlay(options, scripts.shift() ?? {}),
  };
  const requests: Exchange[] = [];
  const running = new Set<Promise<void>>();
  let handedOut = 0;
  let arrival = deferred();

  const server = createServer((request, response) => {
    const call = handle(request, response).finally(() => running.delete(call));
    running.add(call);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  const address = server.address() as AddressInfo;

  return {
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}/v1`,
    apiKey,
    requests,
    ledger: account.ledger,
    get balance() {
      return account.balance;
    },
    get trial() {
      return account.trial;
    },
    charge: (prices) => {
      account.prices = prices;
    },
    script: (script) => {
      scripts.push(script);
    },
    nextRequest: async () => {
      for (;;) {
        const exchange = requests[handedOut];
        if (exchange !== undefined) {
          handedOut++;
          return exchange;
        }
        await withDeadline(arrival.promise);
      }
    },
    conversation: (sessionId) => conversations.read(sessionId),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await Promise.all(running);
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request).catch(() => null);
    if (body === null) return;
    const exchange = new Exchange(request, body ?? '', response);
    requests.push(exchange);
    arrival.resolve();
    arrival = deferred();
    try {
      if (body === undefined) sendError(response, exchange, { ...sentenceOf(413), status: 413 });
      else await answer(service, request, body, response, exchange);
      await exchange.over;
    } catch (error) {
      if (!exchange.gone.aborted) {
        response.destroy();
        throw error;
      }
    } finally {
      exchange.finish();
      options.onClosed?.(exchange);
    }
  }
}

/**
 * Resolves when `arrival` resolves. Rejects after a minute. Without this limit, the call of `nextRequest` in a failed
 * test could wait for so long that it receives the request of a later test.
 */
async function withDeadline(arrival: Promise<void>): Promise<void> {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('No request came within a minute.')), 60_000);
  try {
    await Promise.race([arrival, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
