import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import {
  createTokenEngine,
  type BlockTokenizer,
  type TokenEngine,
} from '../../../../src/webview/highlight/tokenEngine.ts';
import type { TokenLook } from '../../../../src/webview/highlight/tokenLooks.ts';
import type { WorkerLike } from '../../../../src/webview/highlight/watchedWorker.ts';
import { withWorkerThreads } from './workerThread.ts';

/** A span with its text. */
interface TextSpan {
  readonly text: string;
  readonly className: string | undefined;
}

/** With its usual patterns, the grammar of C# takes years for this line. */
const hostileLine = `a${'* '.repeat(100)}`;

describe('createTokenEngine', () => {
  const threads = withWorkerThreads();
  let looks = new Map<string, TokenLook>();
  let engine: TokenEngine;
  /** Emits `look` when the look of a class is set. */
  let events = new EventEmitter();

  beforeEach(() => {
    looks = new Map();
    events = new EventEmitter();
    engine = createTokenEngine(threads.start, (index, look) => {
      looks.set(`token-${index}`, look);
      events.emit('look');
    });
  });

  it('continues a comment from the previous line', async () => {
    const [, second] = await highlight(await tokenizer('ts'), '/* one\ntwo */ x');
    assert.deepEqual(colored(second!), [
      ['two ', 'var(--token-comment)'],
      ['*/', 'var(--token-comment)'],
      [' ', undefined],
      ['x', 'var(--token-variable)'],
    ]);
  });

  it('continues a comment from an earlier call, also after `release`', async () => {
    const code = '/* one\ntwo\nthree */ x';
    const tokenize = await tokenizer('ts');
    await highlight(tokenize, code.slice(0, 7));
    const [second] = await highlight(tokenize, code.slice(0, 11), 7);
    assert.deepEqual(colored(second!), [['two', 'var(--token-comment)']]);
    tokenize.release();
    const [third] = await highlight(tokenize, code, 11);
    assert.deepEqual(colored(third!)[0], ['three ', 'var(--token-comment)']);
  });

  it('keeps every character of a line, and tells where each line ends', async () => {
    const code = '  const a: Map<string, number> = new Map(); // "x" <b>\n\n\t😀\n\nlast';
    for (const language of ['typescript', 'python', 'html']) {
      const lines = await highlight(await tokenizer(language), code);
      assert.deepEqual(lines.map(text), code.split('\n'));
    }
  });

  it('returns no colours after a line that nests a thousand brackets', async () => {
    const [first, second] = await highlight(await tokenizer('ts'), `x = ${'['.repeat(1_500)}\nconst`);
    assert.ok(colored(first!).some(([, color]) => color !== undefined));
    assert.deepEqual(colored(second!), [['const', undefined]]);
  });

  it('returns no line after a line feed at the end', async () => {
    assert.equal((await highlight(await tokenizer('ts'), 'a\n\n')).length, 2);
  });

  it('keeps separate state for each tokenizer', async () => {
    await highlight(await tokenizer('js'), '/* open\n');
    const [line] = await highlight(await tokenizer('js'), 'const');
    assert.deepEqual(colored(line!), [['const', 'var(--token-keyword)']]);
  });

  it('does not highlight a line of 5,200 characters', async () => {
    const line = 'const a = 1; '.repeat(400);
    assert.deepEqual(await highlight(await tokenizer('ts'), line), [[{ text: line, className: undefined }]]);
  });

  it('gives up a block whose line takes too long, also in later calls, and highlights the other blocks', async () => {
    const [hostile, before] = [await tokenizer('csharp'), await tokenizer('ts')];
    await highlight(before, '/* one\n');
    assert.equal(await hostile.tokenize(`${hostileLine}\n`, hostileLine.length + 1, () => assert.fail()), false);
    assert.equal(await hostile.tokenize('var a;\n', 7, () => assert.fail()), false);
    const [second] = await highlight(before, '/* one\ntwo */ x', 7);
    assert.deepEqual(colored(second!)[0], ['two ', 'var(--token-comment)']);
    const [line] = await highlight(await tokenizer('csharp'), 'return 1;');
    assert.deepEqual(colored(line!)[0], ['return', 'var(--token-control)']);
    assert.equal(threads.count(), 2);
  });

  it('starts at most 20 workers', async () => {
    const failing: WorkerLike = {
      onmessage: null,
      onerror: null,
      postMessage: () => failing.onerror?.({ message: 'failed', preventDefault: () => undefined } as ErrorEvent),
      terminate: () => undefined,
    };
    let started = 0;
    const startFailing = () => {
      started += 1;
      return failing;
    };
    engine = createTokenEngine(startFailing, () => undefined);
    for (let block = 0; block < 20; block += 1)
      await assert.rejects((await tokenizer('ts')).tokenize('a', 1, () => undefined));
    assert.equal(await (await tokenizer('ts')).tokenize('a', 1, () => undefined), false);
    assert.equal(started, 20);
  });

  it('accepts common names of languages, ignoring case', async () => {
    const names = 'TS C++ c# Dockerfile zsh typescriptreact yml rs mk shell javascriptreact';
    for (const name of names.split(' ')) assert.ok(await engine.loadTokenizer(name), name);
  });

  it('creates no tokenizer for an unknown language, or for the name of a built-in object property', async () => {
    for (const name of ['klingon', 'constructor', '__proto__', 'toString'])
      assert.equal(await engine.loadTokenizer(name), undefined);
  });

  it('applies a new theme to existing tokens without tokenizing again', async () => {
    const [spans] = await highlight(await tokenizer('ts'), 'const a = "b"; // c');
    engine.setTheme([
      { scope: ['storage', 'string'], foreground: '#112233' },
      { scope: ['source.ts comment'], fontStyle: 'italic underline' },
    ]);
    await once(events, 'look');
    const colors = new Map(colored(spans!));
    assert.deepEqual(
      ['const', 'b', 'a'].map((text) => colors.get(text)),
      ['#112233', '#112233', undefined],
    );
    const comment = looks.get(spans!.at(-1)!.className!);
    assert.deepEqual(
      [comment?.isItalic, comment?.isUnderlined, comment?.isBold, comment?.color],
      [true, true, false, undefined],
    );
  });

  it('has the colours of the theme from the first line on, if the theme is set before', async () => {
    engine.setTheme([{ scope: ['storage'], foreground: '#112233' }]);
    const [spans] = await highlight(await tokenizer('ts'), 'const');
    assert.deepEqual(colored(spans!), [['const', '#112233']]);
  });

  it('keeps the classes when another worker replaces a terminated worker, and gives the same scopes the same class', async () => {
    const code = 'const a = "b"; // c';
    const [before] = await highlight(await tokenizer('ts'), code);
    await giveUp();
    const [, added, after] = await highlight(await tokenizer('ts'), `\n/d+/;\n${code}`);
    assert.deepEqual(after, before);
    assert.deepEqual(colored(added!)[1], ['d', 'var(--token-regexp)']);
    assert.equal(new Set([...before!, ...added!].map(({ className }) => className)).size, looks.size + 1);
    assert.equal(threads.count(), 2);
  });

  it('applies a new theme to existing tokens after the worker was terminated', async () => {
    const [spans] = await highlight(await tokenizer('ts'), 'const');
    await giveUp();
    engine.setTheme([{ scope: ['storage'], foreground: '#112233' }]);
    await once(events, 'look');
    assert.deepEqual(colored(spans!), [['const', '#112233']]);
    assert.equal(threads.count(), 2);
    const [later] = await highlight(await tokenizer('ts'), 'const');
    assert.deepEqual(later, spans);
    assert.equal(threads.count(), 2);
  });

  it('applies a new theme that is set while a line takes too long', async () => {
    const [spans] = await highlight(await tokenizer('ts'), 'const');
    const hostile = await tokenizer('csharp');
    await highlight(hostile, '\n');
    const given = hostile.tokenize(`\n${hostileLine}`, hostileLine.length + 1, () => assert.fail());
    // The engine posts the line in a microtask.
    await setImmediate();
    engine.setTheme([{ scope: ['storage'], foreground: '#112233' }]);
    const restyled = once(events, 'look');
    assert.equal(await given, false);
    await restyled;
    assert.deepEqual(colored(spans!), [['const', '#112233']]);
  });

  it('needs no more classes for deeply nested data than for shallow data', async () => {
    await highlight(await tokenizer('json'), '{"a":'.repeat(5));
    const few = looks.size;
    await highlight(await tokenizer('json'), '{"a":'.repeat(300));
    assert.equal(looks.size, few);
  });

  /** Makes the worker take too long for a line, so that it is terminated. */
  async function giveUp(): Promise<void> {
    const hostile = await tokenizer('csharp');
    assert.equal(await hostile.tokenize(hostileLine, hostileLine.length, () => assert.fail()), false);
  }

  async function tokenizer(language: string): Promise<BlockTokenizer> {
    const created = await engine.loadTokenizer(language);
    assert.ok(created);
    return created;
  }

  /** Tokenizes the code after `start`. */
  async function highlight(
    tokenize: BlockTokenizer,
    code: string,
    start = 0,
  ): Promise<readonly (readonly TextSpan[])[]> {
    const lines: TextSpan[][] = [];
    let end = start;
    const isTokenized = await tokenize.tokenize(code, code.length, (spans, lineEnd) => {
      const ends = spans.map((_, index) => spans.slice(0, index + 1).reduce((sum, { length }) => sum + length, end));
      lines.push(
        spans.map(({ length, className }, index) => ({
          text: code.slice(ends[index]! - length, ends[index]),
          className,
        })),
      );
      assert.equal(lineEnd, code.includes('\n', end) ? code.indexOf('\n', end) + 1 : code.length);
      end = lineEnd;
    });
    assert.ok(isTokenized);
    return lines;
  }

  function colored(spans: readonly TextSpan[]): readonly (readonly [text: string, color: string | undefined])[] {
    return spans.map(({ text, className }) => [
      text,
      className === undefined ? undefined : looks.get(className)?.color,
    ]);
  }
});

function text(spans: readonly TextSpan[]): string {
  return spans.map((span) => span.text).join('');
}
