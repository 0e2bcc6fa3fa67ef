import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Usage } from './billing.ts';
import type { Exchange } from './exchange.ts';
import { shapeError, sentenceOf, type Fault } from './faults.ts';
import { createFramer, type Framing } from './framing.ts';
import type { Piece } from './tokens.ts';

/** A reply to send. */
export interface Reply {
  readonly id: string;
  readonly pieces: AsyncIterable<Piece> | Iterable<Piece>;
  /** The speed in pieces per second. Infinity means no limit. */
  readonly rate: number;
  readonly framing: Framing;
  readonly fault: Fault | undefined;
  /**
   * Debits the request. Returns the usage to report, or undefined to report no usage. Called after the last piece. Not
   * called if the reply ends before that, because of a fault, the client, or a failure of the upstream server.
   */
  readonly settle: () => Usage | undefined;
  /** Returns the finish reason to send. Called after the last piece. */
  readonly finishReason: () => string;
}

/**
 * Sends a reply piece by piece at the reply's rate. Pauses at the point that `exchange.holdAt` has set. Applies the
 * faults `cut` and `error`. Records the sent text, with its counts and times, in `exchange`. Rejects if the client
 * closes the connection, or if the upstream server fails.
 */
export async function streamReply(reply: Reply, response: ServerResponse, exchange: Exchange): Promise<void> {
  const framer = createFramer(reply.framing, reply.id);
  const write = createWriter(reply.fault, response, exchange);
  response.writeHead(200, { 'content-type': framer.contentType, 'cache-control': 'no-cache' });
  response.flushHeaders();
  await exchange.passHold('after-headers');
  if (!(await write(framer.start()))) return;
  const pace = createPace(reply.rate, exchange.gone);
  for await (const piece of reply.pieces) {
    await exchange.passHold(exchange.tokensSent);
    await pace();
    if (isDueAt(reply.fault, exchange.tokensSent)) {
      const words = { ...sentenceOf(500), status: 500 };
      await write(framer.error(shapeError(words, reply.fault.body)));
      response.end();
      return;
    }
    exchange.tokensSent += 1;
    exchange.sentAt.push(Date.now());
    if (piece.reasoning === true) exchange.reasoningSent += piece.text;
    else exchange.textSent += piece.text;
    if (!(await write(framer.piece(piece)))) return;
  }
  await exchange.passHold(exchange.tokensSent);
  if (await write(framer.end(reply.finishReason(), reply.settle()))) response.end();
}

function isDueAt(fault: Fault | undefined, tokens: number): fault is Extract<Fault, { kind: 'error' }> {
  return fault?.kind === 'error' && tokens >= fault.afterTokens;
}

/**
 * Returns a function that writes text to the body of the response. That function resolves with true if the reply can
 * continue, and with false if the fault `cut` has ended the body. It rejects if the client closes the connection.
 */
function createWriter(
  fault: Fault | undefined,
  response: ServerResponse,
  exchange: Exchange,
): (text: string) => Promise<boolean> {
  const limit = fault?.kind === 'cut' ? fault.afterBytes : Infinity;
  return async (text) => {
    const bytes = Buffer.from(text);
    const rest = limit - exchange.bytesSent;
    const sent = bytes.length < rest ? bytes : bytes.subarray(0, rest);
    exchange.bytesSent += sent.length;
    exchange.lastSentAt = Date.now();
    if (sent.length > 0 && !response.write(sent)) await drained(response, exchange.gone);
    exchange.gone.throwIfAborted();
    if (bytes.length < rest) return true;
    if (fault?.kind === 'cut') await cut(fault.how, response, exchange);
    return false;
  };
}

async function cut(how: 'end' | 'fin' | 'reset', response: ServerResponse, exchange: Exchange): Promise<void> {
  if (how === 'end') {
    response.end();
    return;
  }
  exchange.breakOff();
  if (how === 'fin') {
    response.socket?.end();
    return;
  }
  // A reset discards the bytes that the client has not read yet. After 50 ms, the client has probably read all bytes.
  await delay(50);
  response.socket?.resetAndDestroy();
}

async function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  if (gone.aborted) return;
  await new Promise<void>((resolve) => {
    response.once('drain', () => resolve());
    gone.addEventListener('abort', () => resolve(), { once: true });
  });
}

/**
 * Returns a function that waits until the next piece is due. If the piece is due already, the function returns without
 * waiting, but every 32nd of these calls yields to the event loop. If no call yielded, a reply with a rate of Infinity
 * would not notice a closed connection. The function rejects if the client has closed the connection.
 */
function createPace(rate: number, gone: AbortSignal): () => Promise<void> {
  let due = performance.now();
  let count = 0;
  return async () => {
    const now = performance.now();
    // After a delay of more than 250 ms, continues at the normal rate. Otherwise, the late pieces would be sent in one
    // burst. Such a delay occurs if the reply pauses, the client reads slowly, or the upstream server sends slowly.
    if (now - due > 250) due = now;
    if (due > now) await delay(due - now, undefined, { signal: gone });
    else if (++count % 32 === 0) await nextTurn();
    due += 1000 / rate;
    gone.throwIfAborted();
  };
}
