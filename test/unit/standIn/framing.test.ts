import assert from 'node:assert/strict';
import { framings, type Framing } from '../../standIn/framing.ts';
import { startStandIn, type StandIn } from '../../standIn/standIn.ts';
import { ask, dataOf, textOf } from './ask.ts';

describe('Framings of the stand-in service', () => {
  let standIn: StandIn;
  beforeEach(async () => {
    standIn = await startStandIn({ reply: 'One\ntwo 😀 three' });
  });
  afterEach(async () => standIn.close());

  const streamOf = async (framing: Framing): Promise<string> => {
    standIn.script({ framing });
    return (await ask(standIn, 'Hello')).text();
  };

  for (const framing of framings.filter((each) => each.startsWith('sse'))) {
    it(`${framing} carries the reply`, async () => {
      assert.equal(textOf(await streamOf(framing)), 'One\ntwo 😀 three');
    });
  }

  it('sse-crlf ends every line with CRLF', async () => {
    assert.doesNotMatch(await streamOf('sse-crlf'), /[^\r]\n/);
  });

  it('sse-tight has no space after data:', async () => {
    assert.doesNotMatch(await streamOf('sse-tight'), /^data: /m);
  });

  it('sse-comments has a comment before each event', async () => {
    const stream = await streamOf('sse-comments');
    assert.equal(stream.match(/^: keep-alive$/gm)?.length, dataOf(stream).length);
  });

  it('sse-no-done omits [DONE] and sends the finish reason', async () => {
    const stream = await streamOf('sse-no-done');
    assert.doesNotMatch(stream, /\[DONE\]/);
    assert.match(stream, /"finish_reason":"stop"/);
  });

  it('ndjson sends one object per line, and only the last object has `done: true`', async () => {
    const lines = (await streamOf('ndjson'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    assert.equal(lines.map(({ message }) => message.content).join(''), 'One\ntwo 😀 three');
    assert.deepEqual(
      lines.map(({ done }) => done),
      [...lines.slice(1).map(() => false), true],
    );
    assert.equal(lines.at(-1)?.eval_count, standIn.ledger[0]?.completion);
  });

  it('document sends one chat.completion object', async () => {
    const document = JSON.parse(await streamOf('document')) as { object: string; choices: { message: object }[] };
    assert.equal(document.object, 'chat.completion');
    assert.deepEqual(document.choices[0]?.message, { role: 'assistant', content: 'One\ntwo 😀 three' });
  });

  it('ndjson and document send the reasoning in a field of its own', async () => {
    for (const framing of ['ndjson', 'document'] as const) {
      standIn.script({ framing, reasoning: 'Let me think.' });
      const { text, reasoning } = await readWhole(await ask(standIn, 'Hello'));
      assert.deepEqual([text, reasoning], ['One\ntwo 😀 three', 'Let me think.'], framing);
    }
  });

  it('text sends the reply and nothing else', async () => {
    assert.equal(await streamOf('text'), 'One\ntwo 😀 three');
  });
});

/** Returns the text and the reasoning of a reply in the framing `ndjson` or `document`. */
async function readWhole(response: Response): Promise<{ readonly text: string; readonly reasoning: string }> {
  const messages = (await response.text())
    .trimEnd()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as {
          readonly message?: ReplyMessage;
          readonly choices?: readonly { readonly message: ReplyMessage }[];
        },
    )
    .map(({ message, choices }) => message ?? choices?.[0]?.message);
  return {
    text: messages.map((each) => each?.content).join(''),
    reasoning: messages.map((each) => each?.thinking ?? each?.reasoning_content).join(''),
  };
}

interface ReplyMessage {
  readonly content: string;
  readonly thinking?: string;
  readonly reasoning_content?: string;
}

interface Line {
  readonly message: { readonly content: string };
  readonly done: boolean;
  readonly eval_count?: number;
}
