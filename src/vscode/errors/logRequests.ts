import type { ChatEnd } from '../../api/chatEvent.ts';
import type { StreamChat } from '../../api/client.ts';
import type { RedactedLog } from './redactedLog.ts';

/**
 * Wraps `streamChat` to log one line when the `end` event of a request is read. The line contains facts such as the
 * outcome and the timing, but not the API key, the message or the reply.
 */
export function logRequests(streamChat: StreamChat, log: Pick<RedactedLog, 'info'>): StreamChat {
  let count = 0;
  return async function* logged(request, signal) {
    count += 1;
    const id = count;
    for await (const event of streamChat(request, signal)) {
      if (event.type === 'end') log.info(`request ${id}: ${describeEnd(event)}`);
      yield event;
    }
  };
}

function describeEnd({ end, charged, finishReason, usage, notices, error, exchange }: ChatEnd): string {
  const { status, requestId, route, bytes, connectedAfter, respondedAfter, textAfter, endedAfter } = exchange;
  const parts: readonly (string | undefined)[] = [
    finishReason === undefined ? end : `${end} (${finishReason})`,
    error === undefined ? undefined : [error.name, error.code].filter((each) => each !== undefined).join(' '),
    status === undefined ? undefined : `status ${status}`,
    phase('connected', connectedAfter),
    phase('answered', respondedAfter),
    phase('first text', textAfter),
    phase('ended', endedAfter),
    `${bytes} bytes`,
    usage === undefined ? 'no usage' : `${usage.inputTokens} tokens in, ${usage.outputTokens} out`,
    `charged: ${charged}`,
    route === undefined || route.via === 'direct' ? undefined : `via ${route.via}`,
    requestId === undefined ? undefined : `id ${requestId}`,
    ...(notices ?? []),
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

function phase(name: string, milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : `${name} after ${Math.round(milliseconds)} ms`;
}
