import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { bodyShapes, shapeError, type BodyShape } from '../../standIn/faults.ts';
import type { Script } from '../../standIn/script.ts';
import { startStandIn, type StandIn } from '../../standIn/standIn.ts';
import { ask, chunksOf, dataOf } from './ask.ts';

describe('The stand-in service, with a fault', () => {
  let standIn: StandIn;
  beforeEach(async () => {
    standIn = await startStandIn({ tokens: 50 });
  });
  afterEach(async () => standIn.close());

  const askWith = async (script: Script): Promise<Response> => {
    standIn.script(script);
    return ask(standIn, 'Hello');
  };
  /** Reads a body until the body ends or an error occurs. Returns the number of bytes and the code of the error. */
  const readUntilBroken = async (response: Response): Promise<{ bytes: number; code: unknown }> => {
    let bytes = 0;
    try {
      for await (const part of response.body as AsyncIterable<Uint8Array>) bytes += part.length;
    } catch (error) {
      return { bytes, code: codeOf(error) };
    }
    return { bytes, code: undefined };
  };

  for (const status of [400, 401, 402, 403, 404, 405, 407, 408, 409, 413, 415, 422, 429, 500, 502, 503, 504, 529]) {
    it(`answers with status ${status} and charges nothing`, async () => {
      // For status 407, fetch rejects instead of returning a response.
      if (status === 407) {
        await assert.rejects(askWith({ fault: { kind: 'status', status } }));
      } else {
        assert.equal((await askWith({ fault: { kind: 'status', status } })).status, status);
      }
      assert.equal(standIn.requests[0]?.status, status);
      assert.equal(standIn.ledger.length, 0);
    });
  }

  it('answers with a redirect', async () => {
    standIn.script({ fault: { kind: 'status', status: 307, headers: { location: `${standIn.baseUrl}/elsewhere` } } });
    const response = await ask(standIn, 'Hello');
    assert.equal(response.redirected, true);
    assert.equal(standIn.requests[1]?.url, '/v1/elsewhere');
  });

  it('answers with the Retry-After header, message and code of the script', async () => {
    const fault = {
      kind: 'status',
      status: 429,
      retryAfter: '0.5',
      message: 'Later.',
      code: 'insufficient_quota',
    } as const;
    const response = await askWith({ fault });
    assert.equal(response.headers.get('retry-after'), '0.5');
    assert.deepEqual(await response.json(), {
      error: { message: 'Later.', type: 'rate_limit_error', param: null, code: 'insufficient_quota' },
    });
  });

  const bodies: Readonly<Record<BodyShape, RegExp>> = {
    openai: /^\{"error":\{"message":"No","type":/,
    string: /^\{"error":"No"\}$/,
    object: /^\{"object":"error","message":"No"/,
    detail: /^\{"detail":"No"\}$/,
    'detail-list': /^\{"detail":\[\{"loc":\["body","messages",0\],"msg":"No"/,
    message: /^\{"message":"No"\}$/,
    msg: /^\{"msg":"No","code":\w/,
    errors: /^\{"errors":\[\{"message":"No"/,
    problem: /^\{"type":"about:blank","title":"No","status":400,"detail":"No"\}$/,
    list: /^\[\{"error":/,
    empty: /^$/,
    html: /^<!DOCTYPE html>[\s\S]*400 No/,
    text: /^No$/,
  };
  for (const shape of bodyShapes) {
    it(`answers with an error body of the shape ${shape}`, async () => {
      const response = await askWith({ fault: { kind: 'status', status: 400, body: shape, message: 'No', code: 7 } });
      assert.match(await response.text(), bodies[shape]);
    });
  }

  for (const [how, code] of [
    ['fin', 'UND_ERR_SOCKET'],
    ['reset', 'ECONNRESET'],
    ['end', undefined],
  ] as const) {
    it(`cuts the body with '${how}' after the given number of bytes, and charges for the sent part`, async () => {
      const response = await askWith({ fault: { kind: 'cut', afterBytes: 1500, how } });
      assert.deepEqual(await readUntilBroken(response), { bytes: 1500, code });
      const exchange = await standIn.nextRequest();
      await exchange.closed;
      assert.equal(exchange.aborted, false);
      assert.equal(exchange.bytesSent, 1500);
      const { completion } = exchange.debit!;
      assert.equal(completion > 0 && completion < 50, true);
    });
  }

  it('resets the connection before the status line, and charges nothing', async () => {
    await assert.rejects(askWith({ fault: { kind: 'reset' } }), (error) => codeOf(error) === 'ECONNRESET');
    const exchange = await standIn.nextRequest();
    await exchange.closed;
    assert.equal(exchange.status, undefined);
    assert.equal(exchange.debit, undefined);
  });

  it('answers with a body that is not UTF-8', async () => {
    const response = await askWith({ fault: { kind: 'garbage', where: 'body' } });
    const bytes = await response.bytes();
    assert.equal(bytes.length, 512);
    assert.throws(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  });

  it('answers with bytes that are not HTTP', async () => {
    const port = Number(new URL(standIn.baseUrl).port);
    standIn.script({ fault: { kind: 'garbage', where: 'head' } });
    const socket = connect(port, '127.0.0.1');
    const body = '{"stream":true,"messages":[{"role":"user","content":"Hello"}]}';
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${standIn.apiKey}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const bytes = Buffer.concat(await socket.toArray());
    assert.equal(bytes.length, 512);
    assert.notEqual(bytes.subarray(0, 4).toString(), 'HTTP');
  });

  it('ends a reply with an error event, and charges for the part that was sent', async () => {
    const response = await askWith({ fault: { kind: 'error', afterTokens: 3, body: 'openai' } });
    const stream = await response.text();
    assert.match(stream, /\nevent: error\ndata: \{"error":/);
    assert.equal(chunksOf(stream).filter(({ object }) => object !== undefined).length, 1 + 3);
    assert.notEqual(dataOf(stream).at(-1), '[DONE]');
    assert.equal(standIn.ledger[0]?.completion, 3);
  });

  it('answers with status 200 and a JSON error document', async () => {
    const response = await askWith({ fault: { kind: 'error-at-200', body: 'openai' } });
    assert.equal(response.status, 200);
    assert.match(await response.text(), /^\{"error":/);
  });

  it('answers with status 200 and an HTML page', async () => {
    const response = await askWith({ fault: { kind: 'html' } });
    assert.equal(response.status, 200);
    assert.match(await response.text(), /^<!DOCTYPE html>/);
  });

  it('keeps the given type, code and parameter in an OpenAI error body', () => {
    const words = { status: 400, message: 'No', type: 'kind', code: 'why', param: 'messages' };
    assert.deepEqual(shapeError(words, 'openai'), {
      error: { message: 'No', type: 'kind', param: 'messages', code: 'why' },
    });
  });
});

/** Returns the code of an error that fetch threw. The code is in the error's cause. */
function codeOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
}
