import assert from 'node:assert/strict';
import OpenAI, {
  APIConnectionError,
  APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  RateLimitError,
} from 'openai';
import { startStandIn, type StandIn } from '../../standIn/standIn.ts';

describe('The npm package openai, as a client of the stand-in service', () => {
  let standIn: StandIn;
  let client: OpenAI;
  beforeEach(async () => {
    standIn = await startStandIn({ reply: 'One two 😀 three.' });
    client = new OpenAI({ baseURL: standIn.baseUrl, apiKey: standIn.apiKey, maxRetries: 0 });
  });
  afterEach(async () => standIn.close());

  type Stream = AsyncIterable<OpenAI.ChatCompletionChunk> & { readonly controller: AbortController };
  const stream = async (text: string, session = 'one', from = client): Promise<Stream> =>
    from.chat.completions.create(
      { model: 'any', stream: true, messages: [{ role: 'user', content: text }] },
      { headers: { 'x-session-id': session } },
    );
  const read = async (chunks: AsyncIterable<OpenAI.ChatCompletionChunk>): Promise<OpenAI.ChatCompletionChunk[]> => {
    const all = [];
    for await (const chunk of chunks) all.push(chunk);
    return all;
  };

  it('reads the reply, the finish reason and the usage', async () => {
    const chunks = await read(await stream('Hello'));
    assert.equal(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join(''), 'One two 😀 three.');
    assert.equal(chunks.at(-2)?.choices[0]?.finish_reason, 'stop');
    const { usage } = chunks.at(-1)!;
    const [debit] = standIn.ledger;
    assert.equal(usage?.prompt_tokens, debit?.prompt);
    assert.equal(usage?.completion_tokens, debit?.completion);
    assert.equal(usage?.prompt_tokens_details?.cached_tokens, 0);
  });

  it('continues a session and reads the number of cached tokens', async () => {
    await read(await stream('Hello'));
    const chunks = await read(await stream('Again'));
    assert.equal((chunks.at(-1)?.usage?.prompt_tokens_details?.cached_tokens ?? 0) > 0, true);
    assert.equal(standIn.conversation('one').length, 4);
  });

  it('collects a whole completion with the package’s stream helper', async () => {
    const completion = await client.chat.completions
      .stream({ model: 'any', messages: [{ role: 'user', content: 'Hello' }] })
      .finalChatCompletion();
    assert.equal(completion.choices[0]?.message.content, 'One two 😀 three.');
    assert.equal(completion.usage?.completion_tokens, standIn.ledger[0]?.completion);
  });

  it('throws errors of the package’s classes for status 401, 429 and 503 and for a connection reset', async () => {
    await assert.rejects(stream('a', 'one', client.withOptions({ apiKey: 'wrong' })), AuthenticationError);
    standIn.script({ fault: { kind: 'status', status: 429, retryAfter: '3' } });
    await assert.rejects(
      stream('a'),
      (error) => error instanceof RateLimitError && error.headers.get('retry-after') === '3',
    );
    standIn.script({ fault: { kind: 'status', status: 503 } });
    await assert.rejects(stream('a'), InternalServerError);
    standIn.script({ fault: { kind: 'reset' } });
    await assert.rejects(stream('a'), APIConnectionError);
  });

  it('gets status 400 for the field `stream` if it requests a reply without streaming', async () => {
    const completion = client.chat.completions.create({ model: 'any', messages: [{ role: 'user', content: 'a' }] });
    await assert.rejects(completion, (error) => error instanceof BadRequestError && error.param === 'stream');
  });

  it('throws on an error event in the middle of a reply', async () => {
    standIn.script({ fault: { kind: 'error', afterTokens: 2, body: 'openai' } });
    await assert.rejects(read(await stream('a')), APIError);
  });

  it('closes the connection when the stream is aborted, so that only the sent tokens are billed', async () => {
    standIn.script({ tokens: 100, hold: 5 });
    const chunks = await stream('a');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    chunks.controller.abort();
    await exchange.closed;
    assert.equal(exchange.aborted, true);
    assert.equal(standIn.ledger[0]?.completion, 5);
  });
});
