import type { ServerResponse } from 'node:http';
import type { Exchange } from './exchange.ts';
import {
  contentTypeOf,
  htmlPage,
  sentenceOf,
  shapeError,
  type BodyShape,
  type ErrorWords,
  type Fault,
  type StatusFault,
} from './faults.ts';

/** Invalid UTF-8 without line breaks. The bytes are the same in every run. */
const garbage = Buffer.from(Array.from({ length: 512 }, (_, index) => 128 + ((index * 37) % 128)));

/**
 * Answers with a fault instead of a reply, and returns true. For the faults `cut` and `error`, does nothing and returns
 * false, because these faults happen within a reply.
 */
export function sendFault(fault: Fault, response: ServerResponse, exchange: Exchange): boolean {
  switch (fault.kind) {
    case 'cut':
    case 'error':
      return false;
    case 'status':
      sendStatus(fault, response, exchange);
      return true;
    case 'error-at-200':
      sendError(response, exchange, { ...sentenceOf(500), status: 200 }, fault.body);
      return true;
    case 'html':
      sendBody(
        response,
        exchange,
        200,
        { 'content-type': 'text/html; charset=utf-8' },
        htmlPage(200, 'Sign in to the network'),
      );
      return true;
    case 'reset':
      exchange.breakOff();
      response.socket?.resetAndDestroy();
      return true;
    case 'garbage':
      if (fault.where === 'body') {
        sendBody(response, exchange, 200, { 'content-type': 'text/event-stream' }, garbage);
      } else {
        exchange.breakOff();
        response.socket?.end(garbage);
      }
      return true;
  }
}

/** Answers with an error body of the given shape. */
export function sendError(
  response: ServerResponse,
  exchange: Exchange,
  words: ErrorWords,
  shape: BodyShape = 'openai',
  headers: Readonly<Record<string, string>> = {},
): void {
  const shaped = shapeError(words, shape);
  const body = typeof shaped === 'string' ? shaped : JSON.stringify(shaped);
  sendBody(response, exchange, words.status, { 'content-type': contentTypeOf(shape), ...headers }, body);
}

function sendStatus(fault: StatusFault, response: ServerResponse, exchange: Exchange): void {
  const { status, message, code, body, retryAfter, headers } = fault;
  const words = {
    ...sentenceOf(status),
    status,
    ...(message !== undefined && { message }),
    ...(code !== undefined && { code }),
  };
  sendError(response, exchange, words, body, {
    ...(status >= 300 && status < 400 && { location: 'http://127.0.0.1:9/v1/chat/completions' }),
    ...(status === 407 && { 'proxy-authenticate': 'Basic realm="proxy"' }),
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    ...headers,
  });
}

function sendBody(
  response: ServerResponse,
  exchange: Exchange,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): void {
  exchange.bytesSent += Buffer.byteLength(body);
  response.writeHead(status, headers).end(body);
}
