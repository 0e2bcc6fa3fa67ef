import { strict as assert } from 'node:assert';
import type * as vscode from 'vscode';
import type { StreamChat } from '../../../src/api/client.ts';
import { logRequests } from '../../../src/vscode/logRequests.ts';
import { chatRequest, readReply, streamChat } from '../api/readReply.ts';
import { cleanUpAfterEach, standInService } from '../cleanUp.ts';

describe('the log of requests', () => {
  const cleanUp = cleanUpAfterEach();

  const logged = (lines: string[]): StreamChat =>
    logRequests(streamChat, { info: (line: string) => lines.push(line) } as unknown as vscode.LogOutputChannel);

  it('has one line for each, without key, texts or session', async () => {
    const standIn = await standInService(cleanUp, { apiKey: 'sk-secret', reply: 'Whispered' });
    const lines: string[] = [];
    const request = chatRequest(standIn.baseUrl, { apiKey: 'sk-secret', messages: [{ role: 'user', content: 'Confided' }] });
    await readReply(logged(lines)(request, new AbortController().signal));
    standIn.script({ fault: { kind: 'status', status: 401, message: 'Not sk-secret', code: 'sk-secret' } });
    await readReply(logged(lines)(request, new AbortController().signal));
    assert.match(lines[0] ?? '', /^request complete, charged: yes, \d+ tokens in, \d+ out, first text after \d+ ms, ended after \d+ ms$/);
    assert.match(lines[1] ?? '', /^request failed \(AuthenticationError 401 .*\), charged: no, no usage, no text, ended after \d+ ms$/);
    assert.equal(lines.length, 2);
    assert.doesNotMatch(lines.join('\n'), /secret|Confided|Whispered|a-session/);
  });

  it('closes the socket when the reader leaves', async () => {
    const standIn = await standInService(cleanUp, { tokens: 50, hold: 5 });
    for await (const { type } of logged([])(chatRequest(standIn.baseUrl), new AbortController().signal)) {
      if (type === 'text') break;
    }
    const exchange = await standIn.nextRequest();
    await exchange.closed;
    assert.equal(exchange.aborted, true);
  });
});
