import assert from 'node:assert/strict';
import { createParser } from '../../../../../src/webview/markdown/parser/parser.ts';

describe('addChunkRule', () => {
  it('does not search code blocks for inline formatting', () => {
    for (const source of ['```\n*a*\n```\n', '    *a*\n']) {
      const [code] = createParser().parse(source, {});
      assert.equal(code?.children, null, source);
    }
  });
});
