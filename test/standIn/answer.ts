import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Account, Usage } from './billing.ts';
import { readChatRequest } from './chatRequest.ts';
import { composeReply } from './composeReply.ts';
import { countMessages, replyOverhead, type Conversations, type Message } from './conversation.ts';
import { parseDirectives } from './directives.ts';
import type { Exchange } from './exchange.ts';
import { sentenceOf } from './faults.ts';
import { overlay, type Script } from './script.ts';
import { sendError, sendFault } from './sendFault.ts';
import { streamReply } from './streamReply.ts';
import { countTokens, splitIntoPieces } from './tokens.ts';
import { openUpstream, UpstreamError, type Upstream, type UpstreamReply } from './upstream.ts';

/** The state that all requests to one stand-in service share. */
export interface Service {
  readonly apiKey: string;
  readonly account: Account;
  readonly conversations: Conversations;
  readonly upstream: Upstream | undefined;
  /**
   * Returns the script for a valid request: the options, overridden by the oldest queued script. Directives in the
   * message are not included. Must be called only once per valid request, because each call removes a script from the
   * queue.
   */
  readonly nextScript: () => Script;
}

/** Answers one request. If the client closes the connection during the reply, debits the request and then rejects. */
export async function answer(
  service: Service,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
  exchange: Exchange,
): Promise<void> {
  const read = readChatRequest(request, body, service.apiKey);
  if ('refusal' in read) {
    sendError(response, exchange, read.refusal);
    return;
  }
  const question = read.messages.at(-1)?.content ?? '';
  const script = overlay(service.nextScript(), parseDirectives(question));
  if (script.fault !== undefined && sendFault(script.fault, response, exchange)) return;
  if (service.account.exhausted) {
    sendError(response, exchange, { ...sentenceOf(402), status: 402 });
    return;
  }
  await converse(service, read.messages, script, response, exchange);
}

/**
 * Streams the reply and debits the request. Adds the request's messages (`added`) and the sent part of the reply to the
 * conversation.
 *
 * All earlier messages of the session count as cached input. The messages of the request count as uncached input. A
 * `Usage` object in the script replaces all counts.
 *
 * If the upstream server fails before the headers of our response are sent, sends an error, does not debit the request,
 * and adds no messages. If the upstream server fails later, debits the request, adds the messages and the sent part of
 * the reply, and closes the connection to the client.
 */
async function converse(
  service: Service,
  added: readonly Message[],
  script: Script,
  response: ServerResponse,
  exchange: Exchange,
): Promise<void> {
  const conversation = service.conversations.open(exchange.sessionId);
  const cached = countMessages(conversation);
  const context = [...conversation, ...added];
  const prompt = countMessages(context) + replyOverhead;

  const settle = (): Usage => {
    const counted = {
      prompt,
      cached,
      completion: countTokens(exchange.reasoningSent) + countTokens(exchange.textSent),
    };
    const usage = typeof script.usage === 'object' ? script.usage : counted;
    conversation.push(...added);
    if (exchange.textSent !== '') conversation.push({ role: 'assistant', content: exchange.textSent });
    exchange.debit = service.account.debit(usage, exchange.sessionId);
    return usage;
  };

  exchange.holdAt(script.hold);
  try {
    await exchange.passHold('before-headers');
    const { pieces, finishReason } = await openReply(service.upstream, context, script, exchange.gone);
    await streamReply(
      {
        id: `chatcmpl-${exchange.receivedAt.toString(36)}`,
        pieces,
        finishReason,
        rate: script.rate ?? Infinity,
        framing: script.framing ?? 'sse',
        fault: script.fault,
        settle: () => {
          const usage = settle();
          return script.usage === 'withheld' ? undefined : usage;
        },
      },
      response,
      exchange,
    );
  } catch (error) {
    if (error instanceof UpstreamError && !response.headersSent) {
      sendError(response, exchange, { ...sentenceOf(error.status), status: error.status, message: error.message });
      return;
    }
    if (exchange.debit === undefined) settle();
    if (!(error instanceof UpstreamError)) throw error;
    exchange.breakOff();
    response.destroy();
    return;
  }
  if (exchange.debit === undefined) settle();
}

type Reply = Pick<UpstreamReply, 'finishReason'> & { readonly pieces: Parameters<typeof streamReply>[0]['pieces'] };

async function openReply(
  upstream: Upstream | undefined,
  context: readonly Message[],
  script: Script,
  signal: AbortSignal,
): Promise<Reply> {
  if (upstream !== undefined && script.reply === undefined && script.tokens === undefined) {
    return openUpstream(upstream, context, signal);
  }
  const reasoning = splitIntoPieces(script.reasoning ?? '').map((piece) => ({ ...piece, reasoning: true }));
  return { pieces: [...reasoning, ...splitIntoPieces(composeReply(context, script))], finishReason: () => 'stop' };
}
