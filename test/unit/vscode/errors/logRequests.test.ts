import { strict as assert } from 'node:assert';
import { createClient, type StreamChat } from '../../../../src/api/client.ts';
import { logRequests } from '../../../../src/vscode/errors/logRequests.ts';
import { startConnectProxy } from '../../api/network/connectProxy.ts';
import { startSecureService } from '../../api/network/secureService.ts';
import { testTransport } from '../../api/network/sendRequest.ts';
import { rawServer, streamHead } from '../../api/rawServer.ts';
import { chatRequest, readReply, streamChat } from '../../api/readReply.ts';
import { cleanUpAfterEach, standInService } from '../../cleanUp.ts';

describe('logRequests', () => {
  const cleanUp = cleanUpAfterEach();

  const logged = (lines: string[]): StreamChat =>
    logRequests(streamChat, { info: (line: string) => void lines.push(line) });

  it('writes one line per request, without the API key, texts or the session id', async () => {
    const standIn = await standInService(cleanUp, { apiKey: 'sk-secret', reply: 'Whispered' });
    const lines: string[] = [];
    const request = chatRequest(standIn.baseUrl, {
      apiKey: 'sk-secret',
      messages: [{ role: 'user', content: 'Confided' }],
    });
    const stream = logged(lines);
    await readReply(stream(request, new AbortController().signal));
    standIn.script({ fault: { kind: 'status', status: 401, message: 'Not sk-secret', code: 'bad_key' } });
    await readReply(stream(request, new AbortController().signal));
    assert.match(
      lines[0] ?? '',
      /^request 1: complete \(stop\), status 200, connected after \d+ ms, answered after \d+ ms, first text after \d+ ms, ended after \d+ ms, \d+ bytes, \d+ tokens in, \d+ out, charged: yes$/,
    );
    assert.match(
      lines[1] ?? '',
      /^request 2: failed, AuthenticationError bad_key, status 401, connected after \d+ ms, answered after \d+ ms, ended after \d+ ms, \d+ bytes, no usage, charged: no$/,
    );
    assert.equal(lines.length, 2);
    assert.doesNotMatch(lines.join('\n'), /secret|Confided|Whispered|a-session/);
  });

  it('writes the notices of the reply', async () => {
    const server = await rawServer(cleanUp);
    const lines: string[] = [];
    const reply = readReply(logged(lines)(chatRequest(server.baseUrl), new AbortController().signal));
    const { socket, requested } = await server.connected;
    await requested;
    socket.end(`${streamHead}data: {"choices":[{"delta":{"refusal":"No."}}]}\n\ndata: [DONE]\n\n`);
    await reply;
    assert.match(lines[0] ?? '', /, refusal$/);
  });

  it('writes the request id if the service sends one, and writes only the error’s name if the error has no code', async () => {
    const server = await rawServer(cleanUp);
    const lines: string[] = [];
    const reply = readReply(logged(lines)(chatRequest(server.baseUrl), new AbortController().signal));
    const { socket, requested } = await server.connected;
    await requested;
    socket.end('HTTP/1.1 400 Bad Request\r\nx-request-id: r-1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    await reply;
    assert.match(lines[0] ?? '', /^request 1: failed, BadRequestError, status 400, .*, charged: no, id r-1$/);
  });

  it('writes neither a status nor a route if no connection is established', async () => {
    const lines: string[] = [];
    await readReply(logged(lines)(chatRequest('http://127.0.0.1:1/v1'), new AbortController().signal));
    assert.match(
      lines[0] ?? '',
      /^request 1: failed, APIConnectionError ECONNREFUSED, ended after \d+ ms, 0 bytes, no usage, charged: no$/,
    );
  });

  it('writes the kind of route unless the connection is direct', async () => {
    const target = await startSecureService(cleanUp);
    const proxy = await startConnectProxy(cleanUp, { hosts: { 'service.test': target.port } });
    const client = createClient(testTransport({ proxy: proxy.url }));
    const lines: string[] = [];
    const stream = logRequests(client.streamChat, { info: (line: string) => void lines.push(line) });
    await readReply(stream(chatRequest('https://service.test/v1'), new AbortController().signal));
    assert.match(lines[0] ?? '', /, via proxy(,|$)/);
  });

  it('closes the socket when the consumer stops reading', async () => {
    const standIn = await standInService(cleanUp, { tokens: 50, hold: 5 });
    for await (const { type } of logged([])(chatRequest(standIn.baseUrl), new AbortController().signal)) {
      if (type === 'text') break;
    }
    const exchange = await standIn.nextRequest();
    await exchange.closed;
    assert.equal(exchange.aborted, true);
  });
});
