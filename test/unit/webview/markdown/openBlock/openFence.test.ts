import { strict as assert } from 'node:assert';
import MarkdownIt from 'markdown-it';
import { createOpenFence } from '../../../../../src/webview/markdown/openBlock/openFence.ts';

describe('createOpenFence', () => {
  const open = () => {
    const [token] = new MarkdownIt().parse('```ts\n', {});
    return createOpenFence(token!);
  };

  it('shows the incomplete last line of an open fence at once', () => {
    const fence = open();
    fence.take('let a;\n');
    assert.deepEqual(fence.view('let', true), { kind: 'code', info: 'ts', text: 'let a;\nlet', open: true });
  });

  it('hides a last line that may become the closing fence, as long as more text may follow', () => {
    const fence = open();
    fence.take('let a;\n');
    assert.equal(fence.view(' ``', true).text, 'let a;');
    assert.equal(fence.view(' ``', false).text, 'let a;\n ``');
  });

  it('returns the lines after the closing fence', () => {
    const fence = open();
    assert.equal(fence.take('let a;\n'), undefined);
    assert.equal(fence.take('let b;\n````\nAfter\n'), 'After\n');
    assert.equal(fence.view('', false).text, 'let a;\nlet b;');
  });
});
