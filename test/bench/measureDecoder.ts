import { Readable } from 'node:stream';
import { jsonSchema, parseJsonEventStream } from '@ai-sdk/provider-utils';
import { Stream } from 'openai/streaming';
import { createChatStreamDecoder } from '../../src/api/stream/chatStreamDecoder.ts';
import { encodeReply } from './encodeReply.ts';
import type { Figure } from './figure.ts';
import { interleave } from './interleave.ts';
import { createParseOnly, type Chunk } from './parseOnly.ts';

const eventCount = 200_000;

/** Measures the CPU time to decode a long reply, relative to parsing alone and to other clients. */
export async function measureDecoder(): Promise<readonly Figure[]> {
  const chunks = encodeReply(eventCount, 20);
  const { length } = parseOnly(chunks);
  const verified = (read: (chunks: readonly Uint8Array[]) => string | Promise<string>) => async () => {
    const text = await read(chunks);
    if (text.length !== length) throw new Error(`${read.name} read ${text.length} characters of ${length}`);
  };
  const { ours, floor, openai, vercel } = await interleave(12, {
    ours: verified(decode),
    floor: verified(parseOnly),
    openai: verified(readWithOpenai),
    vercel: verified(readWithVercel),
  });
  const figure = (other: string, milliseconds: number, atMost: number): Figure => ({
    name: `decoding ${eventCount} events (${ours.toFixed(0)} ms), relative to ${other} (${milliseconds.toFixed(0)} ms)`,
    value: ours / milliseconds,
    unit: '×',
    atMost,
  });
  return [
    figure('parsing alone', floor, 1.5),
    figure("openai-node's stream", openai, 0.25),
    figure("the AI SDK's stream", vercel, 0.4),
  ];
}

function decode(chunks: readonly Uint8Array[]): string {
  const decoder = createChatStreamDecoder();
  let text = '';
  for (const chunk of chunks) {
    for (const part of decoder.push(chunk)) if (part.type === 'text') text += part.text;
  }
  return text;
}

function parseOnly(chunks: readonly Uint8Array[]): string {
  const { push, text } = createParseOnly();
  chunks.forEach(push);
  return text();
}

async function readWithOpenai(chunks: readonly Uint8Array[]): Promise<string> {
  let text = '';
  for await (const chunk of Stream.fromSSEResponse<Chunk>(new Response(streamOf(chunks)), new AbortController())) {
    text += chunk.choices[0].delta.content;
  }
  return text;
}

async function readWithVercel(chunks: readonly Uint8Array[]): Promise<string> {
  let text = '';
  // Without the option `validate`, the library skips validation, so that it is as fast as possible.
  for await (const result of parseJsonEventStream({ stream: streamOf(chunks), schema: jsonSchema<Chunk>({}) })) {
    if (result.success) text += result.value.choices[0].delta.content;
  }
  return text;
}

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array<ArrayBuffer>>;
}
