import assert from 'node:assert/strict';
import { assertSameInPieces, oneShot } from '../streamMarkdown.ts';
import { viewToHtml } from '../viewToHtml.ts';

/** Texts with emphasis next to Chinese, Japanese or Korean text, with the expected HTML. */
const examples: Readonly<Record<string, string>> = {
  '**加粗:**文字': '<strong>加粗:</strong>文字',
  '文字**（加粗）**文字': '文字<strong>（加粗）</strong>文字',
  '文字**“加粗”**文字': '文字<strong>“加粗”</strong>文字',
  '**注意!**这里': '<strong>注意!</strong>这里',
  '使用**`npm ci`**安装': '使用<strong><code>npm ci</code></strong>安装',
  '我可以强调**这个`code`**吗': '我可以强调<strong>这个<code>code</code></strong>吗',
  'これは**強調(ruby)**です。': 'これは<strong>強調(ruby)</strong>です。',
  'これは*「斜体」*です。': 'これは<em>「斜体」</em>です。',
  '**이 용어(This term)**를 강조': '<strong>이 용어(This term)</strong>를 강조',
  '~~删除。~~文字': '<del>删除。</del>文字',
  '𠮷**(a)**𠮷': '𠮷<strong>(a)</strong>𠮷',
};

/** Texts without CJK characters, for which CommonMark's rules stay in force. */
const unchanged: Readonly<Record<string, string>> = {
  'a**(b)**c': 'a**(b)**c',
  '**a:**b': '**a:**b',
  '😀**(a)**😀': '😀<strong>(a)</strong>😀',
  пристаням_стремятся_: 'пристаням_стремятся_',
  文字_文字_: '文字_文字_',
};

describe('addFlankingRule', () => {
  for (const [markdown, html] of Object.entries({ ...examples, ...unchanged })) {
    it(`renders streamed and complete text as expected: ${markdown}`, () => {
      assert.equal(viewToHtml(oneShot(markdown)), `<p>${html}</p>`);
      assertSameInPieces(markdown, markdown);
    });
  }

  it('renders a long streamed paragraph with CJK emphasis like complete text', () => {
    assertSameInPieces('这是 **加粗:**文字 和 *「斜体」*的 文字。 '.repeat(200), 'a long paragraph');
  });
});
