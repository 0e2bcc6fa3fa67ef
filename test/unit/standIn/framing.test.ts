import assert from 'node:assert/strict';
import { framings, type Framing } from '../../standIn/framing.ts';
import { startStandIn, type StandIn } from '../../standIn/standIn.ts';
import { ask, dataOf, textOf } from './ask.ts';

describe('framings', () => {
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

  it('sse-no-done leaves [DONE] out and still finishes', async () => {
    const stream = await streamOf('sse-no-done');
    assert.doesNotMatch(stream, /\[DONE\]/);
    assert.match(stream, /"finish_reason":"stop"/);
  });

  it('ndjson sends one object per line and ends with done', async () => {
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

  it('document is one chat.completion', async () => {
    const document = JSON.parse(await streamOf('document')) as { object: string; choices: { message: object }[] };
    assert.equal(document.object, 'chat.completion');
    assert.deepEqual(document.choices[0]?.message, { role: 'assistant', content: 'One\ntwo 😀 three' });
  });

  it('ndjson and document keep thoughts apart from the reply', async () => {
    for (const framing of ['ndjson', 'document'] as const) {
      standIn.script({ framing, reasoning: 'Let me think.' });
      const { messages, thoughts } = await readWhole(await ask(standIn, 'Hello'));
      assert.deepEqual([messages, thoughts], ['One\ntwo 😀 three', 'Let me think.'], framing);
    }
  });

  it('text is the reply and nothing else', async () => {
    assert.equal(await streamOf('text'), 'One\ntwo 😀 three');
  });
});

/** What each line, or the one document, says and thinks. */
async function readWhole(response: Response): Promise<{ readonly messages: string; readonly thoughts: string }> {
  const said = (await response.text())
    .trimEnd()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as { readonly message?: Said; readonly choices?: readonly { readonly message: Said }[] },
    )
    .map(({ message, choices }) => message ?? choices?.[0]?.message);
  return {
    messages: said.map((each) => each?.content).join(''),
    thoughts: said.map((each) => each?.thinking ?? each?.reasoning_content).join(''),
  };
}

interface Said {
  readonly content: string;
  readonly thinking?: string;
  readonly reasoning_content?: string;
}

interface Line {
  readonly message: { readonly content: string };
  readonly done: boolean;
  readonly eval_count?: number;
}
