import type * as vscode from 'vscode';
import type { ChatEnd, StreamChat } from '../api/client.ts';

/** Writes one line per request: when, how long, how it ended. Never headers, texts or the key. */
export function logRequests(streamChat: StreamChat, log: vscode.LogOutputChannel): StreamChat {
  return async function* logged(request, signal) {
    const start = performance.now();
    const elapsed = () => `${Math.round(performance.now() - start)} ms`;
    let firstText = 'no text';
    for await (const event of streamChat(request, signal)) {
      if (event.type === 'text' && firstText === 'no text') firstText = `first text after ${elapsed()}`;
      if (event.type === 'end') log.info(`request ${describeEnd(event)}, ${firstText}, ended after ${elapsed()}`);
      yield event;
    }
  };
}

function describeEnd({ end, charged, usage, error }: ChatEnd): string {
  const tokens = usage === undefined ? 'no usage' : `${usage.inputTokens} tokens in, ${usage.outputTokens} out`;
  const reason = error === undefined ? '' : ` (${[error.name, error.status, error.code, error.requestId].filter(Boolean).join(' ')})`;
  return `${end}${reason}, charged: ${charged}, ${tokens}`;
}
