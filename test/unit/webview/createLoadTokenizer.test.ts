import assert from 'node:assert/strict';
import { createLoadTokenizer } from '../../../src/webview/highlight/createLoadTokenizer.ts';
import type { CodeSpan, LineTokenizer } from '../../../src/webview/highlight/lineTokenizer.ts';

describe('createLoadTokenizer', () => {
  it('knows the lines before: a comment over two lines stays one', async () => {
    const tokenize = await tokenizer('ts');
    tokenize('/* one');
    assert.deepEqual(tokenize('two */ x'), [
      { text: 'two */', className: 'token-comment' },
      { text: ' ', className: undefined },
      { text: 'x', className: 'token-variable' },
    ]);
  });

  it('loses no character', async () => {
    const line = '  const a: Map<string, number> = new Map(); // "x" <b>';
    assert.equal(text((await tokenizer('typescript'))(line)), line);
    assert.equal(text((await tokenizer('python'))(line)), line);
  });

  it('keeps blocks apart', async () => {
    const first = await tokenizer('js');
    const second = await tokenizer('js');
    first('/* open');
    assert.equal(second('const')[0]?.className, 'token-keyword');
  });

  it('leaves very long lines plain', async () => {
    const line = 'const a = 1; '.repeat(400);
    assert.deepEqual((await tokenizer('ts'))(line), [{ text: line, className: undefined }]);
  });

  it('colours a whole line however long that takes', async () => {
    const tokenize = await tokenizer('js');
    const { now } = Date;
    let time = now();
    Date.now = () => (time += 1000);
    try {
      const classes = tokenize('const discount = sum / 100;').map(({ className }) => className);
      assert.deepEqual([classes[0], classes.at(-2)], ['token-keyword', 'token-number']);
    } finally {
      Date.now = now;
    }
  });

  it('goes by the names people use, in any case', async () => {
    for (const name of ['TS', 'C++', 'c#', 'Dockerfile', 'zsh', 'typescriptreact', 'yml', 'rs']) assert.ok(await tokenizer(name), name);
  });

  it('has nothing for a language it does not know, or for names of built-in properties', async () => {
    const load = await createLoadTokenizer();
    for (const name of ['klingon', 'constructor', '__proto__', 'toString']) assert.equal(await load(name), undefined);
  });
});

async function tokenizer(language: string): Promise<LineTokenizer> {
  const tokenize = await (await createLoadTokenizer())(language);
  assert.ok(tokenize);
  return tokenize;
}

function text(spans: readonly CodeSpan[]): string {
  return spans.map((span) => span.text).join('');
}
