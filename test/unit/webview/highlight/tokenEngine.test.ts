import assert from 'node:assert/strict';
import { createTokenEngine, type CodeSpan, type LineTokenizer } from '../../../../src/webview/highlight/tokenEngine.ts';
import type { TokenLook } from '../../../../src/webview/highlight/tokenLooks.ts';

const looks = new Map<string, TokenLook>();

let setTheme: Awaited<ReturnType<typeof createTokenEngine>>['setTheme'];

describe('createTokenEngine', () => {
  it('continues a comment from the previous line', async () => {
    const tokenize = await tokenizer('ts');
    tokenize('/* one');
    assert.deepEqual(colored(tokenize('two */ x')), [
      ['two ', 'var(--token-comment)'],
      ['*/', 'var(--token-comment)'],
      [' ', undefined],
      ['x', 'var(--token-variable)'],
    ]);
  });

  it('keeps every character of a line', async () => {
    const line = '  const a: Map<string, number> = new Map(); // "x" <b>';
    assert.equal(text((await tokenizer('typescript'))(line)), line);
    assert.equal(text((await tokenizer('python'))(line)), line);
  });

  it('keeps separate state for each tokenizer', async () => {
    const { loadTokenizer } = await createTokenEngine((index, look) => looks.set(`token-${index}`, look));
    const [first, second] = [await loadTokenizer('js'), await loadTokenizer('js')];
    assert.ok(first !== undefined && second !== undefined);
    first('/* open');
    assert.deepEqual(colored(second('const')), [['const', 'var(--token-keyword)']]);
  });

  it('does not highlight a line of 5,200 characters', async () => {
    const line = 'const a = 1; '.repeat(400);
    assert.deepEqual((await tokenizer('ts'))(line), [{ text: line, className: undefined }]);
  });

  for (const [language, line] of [
    ['csharp', `a${'* '.repeat(28)}`],
    ['css', `a${String.raw`\a`.repeat(27)}`],
    ['vue', `<a ${'a:'.repeat(240)}`],
  ] as const) {
    it(`takes less than a second for a hostile line of ${language}`, async () => {
      const tokenize = await tokenizer(language);
      tokenize('a');
      const start = process.cpuUsage();
      assert.equal(text(tokenize(line)), line);
      const { user } = process.cpuUsage(start);
      assert.ok(user < 1_000_000, `${user / 1_000} ms`);
    });
  }

  it('highlights a whole line even if highlighting takes several seconds', async () => {
    const tokenize = await tokenizer('js');
    const { now } = Date;
    let time = now();
    Date.now = () => (time += 1000);
    try {
      const spans = colored(tokenize('const discount = sum / 100;'));
      assert.deepEqual(
        [spans[0], spans.at(-2)],
        [
          ['const', 'var(--token-keyword)'],
          ['100', 'var(--token-number)'],
        ],
      );
    } finally {
      Date.now = now;
    }
  });

  it('accepts common names of languages, ignoring case', async () => {
    for (const name of [
      'TS',
      'C++',
      'c#',
      'Dockerfile',
      'zsh',
      'typescriptreact',
      'yml',
      'rs',
      'mk',
      'shell',
      'javascriptreact',
    ])
      assert.ok(await tokenizer(name), name);
  });

  it('creates no tokenizer for an unknown language, or for the name of a built-in object property', async () => {
    const { loadTokenizer } = await createTokenEngine(() => undefined);
    for (const name of ['klingon', 'constructor', '__proto__', 'toString'])
      assert.equal(await loadTokenizer(name), undefined);
  });

  it('applies a new theme to existing tokens without tokenizing again', async () => {
    const spans = (await tokenizer('ts'))('const a = "b"; // c');
    setTheme([
      { scope: ['storage', 'string'], foreground: '#112233' },
      { scope: ['source.ts comment'], fontStyle: 'italic underline' },
    ]);
    const colors = new Map(colored(spans));
    assert.deepEqual(
      ['const', 'b', 'a'].map((text) => colors.get(text)),
      ['#112233', '#112233', undefined],
    );
    const comment = looks.get(spans.at(-1)!.className!);
    assert.deepEqual(
      [comment?.isItalic, comment?.isUnderlined, comment?.isBold, comment?.color],
      [true, true, false, undefined],
    );
  });

  it('needs no more classes for deeply nested data than for shallow data', async () => {
    const tokenize = await tokenizer('json');
    tokenize('{"a":'.repeat(5));
    const few = looks.size;
    tokenize('{"a":'.repeat(300));
    assert.equal(looks.size, few);
  });
});

async function tokenizer(language: string): Promise<LineTokenizer> {
  looks.clear();
  const engine = await createTokenEngine((index, look) => looks.set(`token-${index}`, look));
  ({ setTheme } = engine);
  const tokenize = await engine.loadTokenizer(language);
  assert.ok(tokenize);
  return tokenize;
}

function colored(spans: readonly CodeSpan[]): readonly (readonly [text: string, color: string | undefined])[] {
  return spans.map(({ text, className }) => [text, className === undefined ? undefined : looks.get(className)?.color]);
}

function text(spans: readonly CodeSpan[]): string {
  return spans.map((span) => span.text).join('');
}
