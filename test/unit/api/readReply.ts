import { strict as assert } from 'node:assert';
import type { ChatEnd, ChatEvent } from '../../../src/api/chatEvent.ts';
import { createClient, type ChatRequest } from '../../../src/api/client.ts';
import type { Exchange } from '../../../src/api/exchange.ts';
import { createUndiciTransport } from '../../../src/api/network/undiciTransport.ts';
import type { SpendPermit } from '../../../src/common/spendPermit.ts';

/** Sends a request over the network, with the production client and transport instead of mocks. */
export const { streamChat } = createClient(createUndiciTransport());

/** Creates a request with defaults for the fields that a test does not set. */
export function chatRequest(baseUrl: string, fields: Partial<ChatRequest> = {}): ChatRequest {
  return {
    baseUrl,
    apiKey: 'sk-stand-in-key',
    sessionId: 'a-session',
    messages: [{ role: 'user', content: 'Hello' }],
    extraBody: {},
    permit: {} as SpendPermit,
    ...fields,
  };
}

/** A reply that was read to its end. */
export interface ReadReply {
  readonly text: string;
  readonly reasoning: string;
  readonly end: Omit<ChatEnd, 'exchange'>;
  readonly exchange: Exchange;
  readonly isConnected: boolean;
}

/**
 * Reads a reply to its end. Calls `onEvent` with each event as soon as the event arrives. Asserts that the reply has an
 * `end` event and that no event follows it.
 */
export async function readReply(
  events: AsyncIterable<ChatEvent>,
  onEvent: (event: ChatEvent) => void = () => undefined,
): Promise<ReadReply> {
  const read = { text: '', reasoning: '' };
  let ended: ChatEnd | undefined;
  let isConnected = false;
  for await (const event of events) {
    assert.equal(ended, undefined, 'no event follows the end');
    if (event.type === 'connected') isConnected = true;
    else if (event.type === 'text' || event.type === 'reasoning') read[event.type] += event.text;
    else if (event.type === 'end') ended = event;
    onEvent(event);
  }
  assert.ok(ended, 'every reply has an end');
  const { exchange, ...end } = ended;
  return { ...read, end, exchange, isConnected };
}

/** Sends a request and reads its reply to the end. */
export async function ask(baseUrl: string, fields: Partial<ChatRequest> = {}): Promise<ReadReply> {
  return readReply(streamChat(chatRequest(baseUrl, fields), new AbortController().signal));
}
