import type { IncomingMessage } from 'node:http';
import type { Message } from './conversation.ts';
import { sentenceOf, type ErrorWords } from './faults.ts';

/** The messages of a valid request, or the error to send for an invalid request. */
export type ChatRequest = { readonly messages: readonly Message[] } | { readonly refusal: ErrorWords };

/**
 * Checks that a request follows the rules in the real service's documentation. Where the documentation has no rule, the
 * rules of OpenAI's API apply.
 */
export function readChatRequest(request: IncomingMessage, body: string, apiKey: string): ChatRequest {
  const path = (request.url ?? '').split('?')[0];
  if (path !== '/v1/chat/completions') return refuse(404);
  if (request.method !== 'POST') return refuse(405);
  const authorization = request.headers.authorization;
  if (authorization === undefined) return refuse(401, 'You did not provide an API key.');
  if (authorization !== `Bearer ${apiKey}`) return refuse(401);
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return refuse(415);
  const parsed = parseJson(body);
  if (!isRecord(parsed)) return refuse(400, 'The body must be a JSON object.');
  if (parsed['stream'] !== true) return refuse(400, 'Only streaming is offered: stream must be true.', 'stream');
  const messages = parsed['messages'];
  if (!Array.isArray(messages) || messages.length === 0)
    return refuse(400, 'messages must have a message.', 'messages');
  const wrong = messages.findIndex((message) => !isMessage(message));
  if (wrong >= 0) {
    const parameter = `messages[${wrong}]`;
    return refuse(400, `${parameter} must have a known role and its content as a string.`, parameter);
  }
  return { messages: messages.filter(isMessage).map(({ role, content }) => ({ role, content })) };
}

const maximumBodySize = 32 * 1024 * 1024;

/**
 * Reads the body of a request. Resolves with undefined if the body has more than 32 MiB. Rejects if the connection
 * closes before the end of the body.
 */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= maximumBodySize) parts.push(part);
  }
  return size <= maximumBodySize ? Buffer.concat(parts).toString() : undefined;
}

function refuse(status: number, message?: string, param?: string): ChatRequest {
  const words = sentenceOf(status);
  return { refusal: { status, ...words, message: message ?? words.message, param: param ?? null } };
}

const roles = new Set(['user', 'assistant', 'system', 'developer']);

function isMessage(value: unknown): value is Message {
  if (!isRecord(value)) return false;
  return typeof value['role'] === 'string' && roles.has(value['role']) && typeof value['content'] === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
