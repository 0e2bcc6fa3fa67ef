import { strict as assert } from 'node:assert';
import { droppedUris, hasDroppedUris } from '../../../../src/webview/composer/droppedUris.ts';

describe('droppedUris', () => {
  const data = (contents: Readonly<Record<string, string>>) => ({
    types: Object.keys(contents),
    getData: (type: string) => contents[type] ?? '',
  });

  it('prefers the list of VS Code’s own type to the standard list', () => {
    const dropped = data({
      'text/uri-list': 'file:///a.ts',
      'application/vnd.code.uri-list': 'file:///a.ts\r\nfile:///b.ts',
      'text/plain': '/a.ts',
    });
    assert.deepEqual(droppedUris(dropped), ['file:///a.ts', 'file:///b.ts']);
  });

  it('reads URIs from the standard list, and skips comments, blank lines and duplicates', () => {
    assert.deepEqual(droppedUris(data({ 'text/uri-list': '# two\nfile:///a.ts\n\nfile:///a.ts\n' })), ['file:///a.ts']);
  });

  it('detects URIs by the types of a drag, and finds no URIs in plain text', () => {
    assert.equal(hasDroppedUris({ types: ['text/plain', 'text/uri-list'] }), true);
    assert.equal(hasDroppedUris({ types: ['text/plain', 'Files'] }), false);
    assert.deepEqual(droppedUris(data({ 'text/plain': 'file:///a.ts' })), []);
  });
});
