import { strict as assert } from 'node:assert';
import { droppedUris, hasDroppedUris } from '../../../../src/webview/composer/droppedUris.ts';

describe('what is dropped', () => {
  const data = (contents: Readonly<Record<string, string>>) => ({
    types: Object.keys(contents),
    getData: (type: string) => contents[type] ?? '',
  });

  it('is all of the files in VS Code’s own list', () => {
    const dropped = data({
      'text/uri-list': 'file:///a.ts',
      'application/vnd.code.uri-list': 'file:///a.ts\r\nfile:///b.ts',
      'text/plain': '/a.ts',
    });
    assert.deepEqual(droppedUris(dropped), ['file:///a.ts', 'file:///b.ts']);
  });

  it('is what the common list has, without its comments', () => {
    assert.deepEqual(droppedUris(data({ 'text/uri-list': '# two\nfile:///a.ts\n\nfile:///a.ts\n' })), ['file:///a.ts']);
  });

  it('is known by its types while its content is not', () => {
    assert.equal(hasDroppedUris({ types: ['text/plain', 'text/uri-list'] }), true);
    assert.equal(hasDroppedUris({ types: ['text/plain', 'Files'] }), false);
    assert.deepEqual(droppedUris(data({ 'text/plain': 'file:///a.ts' })), []);
  });
});
