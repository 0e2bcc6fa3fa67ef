import type { ChatEnd, ChatEvent } from '../../api/chatEvent.ts';
import type { Connection } from '../../api/serviceAddress.ts';
import { endAbandoned } from '../../meter/abandonedRequest.ts';
import { noHistory } from '../../meter/cost.ts';
import type { Ledger } from '../../meter/ledger/ledger.ts';
import type { Meter } from '../../meter/meter.ts';
import type { MeteredReply } from '../../meter/replyCost.ts';
import type { Windows } from '../windows/windows.ts';
import type { RequestOptions } from './requestOptions.ts';
import type { MeteredSend } from './meteredSend.ts';

/** A detached request: one message in a new session whose transcript is not saved. */
export interface DetachedRequest {
  readonly content: string;
  readonly connection: Connection;
  readonly options: Pick<RequestOptions, 'mode' | 'extraBody'>;
  /** Aborts the request. Even an aborted request is booked, which means that its cost is recorded in the ledger. */
  readonly signal: AbortSignal;
  /** Reads the reply to its end. Returns the facts about the end that are needed to book the request. */
  readonly receive: (events: AsyncIterable<ChatEvent>) => Promise<ChatEnd>;
}

/**
 * Sends detached requests, such as the test message of the command Check Connection. A detached request needs no panel.
 */
export interface DetachedRequests {
  /** Sends a request. Returns the booked cost, or undefined if the spend guard gave no permit. */
  send(request: DetachedRequest): Promise<MeteredReply | undefined>;
  /** Finds the detached requests that crashed windows left pending, and books these requests as incomplete. */
  recover(): Promise<void>;
}

export interface DetachedRequestDependencies {
  readonly requests: MeteredSend;
  readonly meter: Pick<Meter, 'estimate' | 'mostCost'>;
  readonly ledger: Pick<Ledger, 'append' | 'pendingRequests' | 'refresh'>;
  /**
   * The leases of running requests. A lease is a file that shows which window runs the request. Other windows do not
   * recover a request while the window that holds its lease is alive.
   */
  readonly leases: Windows['detachedLeases'];
  readonly createId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function createDetachedRequests({
  requests,
  meter,
  ledger,
  leases,
  createId,
  now,
}: DetachedRequestDependencies): DetachedRequests {
  return {
    async send({ content, connection, options, signal, receive }) {
      const { baseUrl, apiKey, origin } = connection;
      const { mode, extraBody } = options;
      const sessionId = createId();
      const text = { history: noHistory, content };
      const chat = {
        baseUrl,
        apiKey,
        sessionId: mode === 'session' ? sessionId : undefined,
        messages: [{ role: 'user', content }],
        extraBody,
      } as const;
      try {
        return await requests.send({
          sessionId,
          estimate: async () => meter.estimate(text),
          mostCost: () => meter.mostCost(text),
          isAutomatic: false,
          save: async () => {
            await leases.acquire(sessionId);
            return { metered: { id: createId(), at: now(), sessionId, origin, ...text }, chat, signal, receive };
          },
        });
      } finally {
        await leases.release(sessionId);
      }
    },
    async recover() {
      for (const sessionId of await leases.abandoned()) {
        if (!(await leases.acquire(sessionId))) continue;
        // Read the ledger again, because another window may have booked the request a moment ago.
        await ledger.refresh();
        for (const pending of ledger.pendingRequests()) {
          if (pending.sessionId === sessionId) await ledger.append(endAbandoned(pending));
        }
        // Do not release the lease in a `finally` block. If the booking fails, the lease must stay, so that another
        // window can later book the request.
        await leases.release(sessionId);
      }
    },
  };
}
