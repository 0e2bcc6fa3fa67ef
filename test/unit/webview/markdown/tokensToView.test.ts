import assert from 'node:assert/strict';
import { createParser } from '../../../../src/webview/markdown/parser/parser.ts';
import { tokensToView } from '../../../../src/webview/markdown/tokensToView.ts';
import type { ViewNode } from '../../../../src/webview/markdown/viewNode.ts';
import { viewToHtml } from './viewToHtml.ts';

describe('tokensToView', () => {
  it('shows raw HTML as text', () => {
    assert.deepEqual(outline('<img src=x onerror="alert(1)"> <b>'), ['p', '"<img src=x onerror="alert(1)"> <b>"']);
    assert.deepEqual(outline('<script>\nalert(1)\n</script>'), [
      'p',
      '"<script>"',
      'br',
      '"alert(1)"',
      'br',
      '"</script>"',
    ]);
  });

  it('creates links only for http, https and mailto, and not for URLs with a user name', () => {
    for (const url of ['https://a.example/', 'http://a.example/', 'mailto:a@b.example'])
      assert.deepEqual(links(`[x](${url})`), [url]);
    for (const url of [
      'javascript:alert(1)',
      'command:x',
      'vscode://x',
      'file:///etc/passwd',
      'data:text/html,x',
      './a.md',
      '#a',
      '//a.example',
      'https://b@a.example/',
      'https://b:c@a.example',
      'https:///b@a.example/',
      'https://a.example:port/',
    ]) {
      assert.deepEqual(links(`[x](${url})`), [], url);
    }
  });

  it('creates links for bare URLs, but not for file names or mail addresses', () => {
    assert.deepEqual(links('See https://a.example/b and README.md, main.rs, a@b.example.'), ['https://a.example/b']);
  });

  it('shows an image as a link whose text is `Image:`, followed by the description, or by the URL if there is no description', () => {
    assert.deepEqual(outline('![A cat](https://a.example/cat.png)'), ['p', 'a', '"Image: A cat"']);
    assert.deepEqual(outline('![](https://a.example/cat.png)'), ['p', 'a', '"Image: https://a.example/cat.png"']);
  });

  it('removes markup from the description of an image', () => {
    assert.deepEqual(outline('![*A* `cat` \n![with](b.png) [hat](c)](https://a.example/cat.png)'), [
      'p',
      'a',
      '"Image: A cat\nwith hat"',
    ]);
  });

  it('shows an image within a link as text, to avoid nested links', () => {
    assert.deepEqual(outline('[![alt](https://a.example/i.png)](https://a.example)'), ['p', 'a', '"Image: alt"']);
  });

  it('shows a line break in the source as a line break', () => {
    assert.deepEqual(outline('one\ntwo'), ['p', '"one"', 'br', '"two"']);
  });

  it('marks a list as loose if a blank line separates the list’s own items, or two blocks of an item', () => {
    assert.deepEqual(listClasses('- a\n- b'), [undefined]);
    assert.deepEqual(listClasses('- a\n\n- b'), ['loose']);
    assert.deepEqual(listClasses('- a\n  - b\n\n  - c\n- d'), [undefined, 'loose']);
    assert.deepEqual(listClasses('- a\n  > b\n  >\n- c'), [undefined]);
    assert.deepEqual(listClasses('- ```\n  a\n\n  b\n  ```\n- c'), [undefined]);
    assert.deepEqual(listClasses('-     a\n\n- b'), ['loose']);
    assert.deepEqual(listClasses('- $$\n  x\n  $$\n- c'), [undefined]);
    assert.deepEqual(listClasses('- ```\n  a\n  b\n\n- c'), ['loose']);
    assert.deepEqual(listClasses('- ```\n  a\n  b\n- c'), [undefined]);
    assert.deepEqual(listClasses('- ```\n  a\n   \n- c'), ['loose']);
    assert.deepEqual(listClasses('- a\n\n  b'), ['loose']);
    assert.deepEqual(listClasses('-\n- a'), [undefined]);
    assert.deepEqual(listClasses('-\n\n- a'), ['loose']);
    assert.deepEqual(listClasses('- a\n  - b\n\n- c'), ['loose', undefined]);
  });

  it('does not mark a list as loose because of a table without a body', () => {
    assert.deepEqual(listClasses('- | a |\n  | - |\n- b'), [undefined]);
    assert.deepEqual(listClasses('- | a |\n  | - |\n\n- b'), ['loose']);
  });

  it('shows each chunk of a long paragraph, except the first chunk, in a `span` element of the class `chunk`', () => {
    const [paragraph] = view('a line of words\n'.repeat(300));
    const chunks = all([paragraph!]).flatMap((node) =>
      node.kind === 'element' && node.tag === 'span' ? [node.attributes] : [],
    );
    const chunk = { class: 'chunk', dir: 'auto' };
    assert.deepEqual(chunks, [chunk, chunk]);
  });

  it('does not set `dir` on nested blocks of text, because `dir="auto"` ignores descendants with their own `dir`', () => {
    const directed = (source: string): unknown =>
      all(view(source)).flatMap((node) => (node.kind === 'element' && 'dir' in node.attributes ? [node.tag] : []));
    assert.deepEqual(directed('a **b**\n\n- c\n\n  d\n\n> e'), ['p', 'ul', 'blockquote']);
    assert.deepEqual(directed('| a |\n|---|\n| b |'), ['div']);
  });

  it('shows a task list item with a labelled check box', () => {
    const [list] = view('- [ ] open\n- [x] *done*');
    const checkBox = { kind: 'element', tag: 'input', children: [], kept: 0 };
    const attributes = { type: 'checkbox', disabled: '', 'aria-label': 'Task' };
    const [first, second] =
      list?.kind === 'element' ? list.children.map((item) => (item.kind === 'element' ? item : undefined)) : [];
    assert.equal(first?.attributes.class, 'task');
    const paragraphs = [first, second].map((item) =>
      item?.children.flatMap((paragraph) => (paragraph.kind === 'element' ? paragraph.children : [])),
    );
    assert.deepEqual(paragraphs[0], [
      { ...checkBox, attributes },
      { kind: 'text', text: ' open' },
    ]);
    assert.deepEqual(paragraphs[1]?.[0], { ...checkBox, attributes: { ...attributes, checked: '' } });
  });

  it('shows the whole text of a task, with its formatting', () => {
    const html = viewToHtml(view('- [ ] **bold** and `code`\n- [x] a *b* c'));
    assert.match(html, / <strong>bold<\/strong> and <code>code<\/code>/);
    assert.match(html, / a <em>b<\/em> c/);
  });

  it('shows no check box for [y], or for brackets that are escaped, misplaced, part of a link or not followed by a space', () => {
    for (const source of [
      '[ ] a',
      '- \\[ ] a',
      '- [ ]',
      '- [x]a',
      '- [y] a',
      '- # [ ] a',
      '- a\n\n  [ ] b',
      '- [x] a\n\n[x]: https://a.example',
    ]) {
      assert.ok(!outline(source).includes('input'), source);
    }
  });

  it('shows mermaid as code', () => {
    assert.deepEqual(view('```mermaid\ngraph TD\n  A --> B\n```'), [
      { kind: 'code', info: 'mermaid', text: 'graph TD\n  A --> B', open: false },
    ]);
  });

  it('marks only the last code block of an unfinished text as open', () => {
    assert.deepEqual(openStates('```\na\n```\n\n```\nb'), ['a: false', 'b: true']);
    assert.deepEqual(openStates('    a\n\ntext\n\n    b'), ['a: false', 'b: true']);
  });

  it('marks a nested code block at the end of an unfinished text as open', () => {
    assert.deepEqual(openStates('- ```\n  a\n  ```\n\n- > ```\n  > b'), ['a: false', 'b: true']);
  });

  it('marks no code block as open if another block follows the code block', () => {
    for (const end of ['text', '# heading', '---', '- item', '| a |\n|---|', '$$\nx'])
      assert.deepEqual(openStates(`\`\`\`\na\n\`\`\`\n\n${end}`), ['a: false'], end);
  });

  it('marks no code block of a finished text as open', () => {
    for (const source of ['```\na', '    a', '- ```\n  a'])
      assert.deepEqual(
        all(view(source)).filter((node) => node.kind === 'code' && node.open),
        [],
        source,
      );
  });

  it('shows the URL of a link as the link’s title, even if the scheme of the URL is not allowed', () => {
    const titles = (source: string): unknown =>
      all(view(source))
        .flatMap((node) => (node.kind === 'element' ? [node.attributes.title] : []))
        .filter((title) => title !== undefined);
    assert.deepEqual(titles('[https://trusted.example](https://a.example/b) and [x](command:y)'), [
      'https://a.example/b',
      'command:y',
    ]);
  });

  it('keeps the text after an opening fence', () => {
    assert.deepEqual(view('```ts title="a.ts"\nx\n```'), [
      { kind: 'code', info: 'ts title="a.ts"', text: 'x', open: false },
    ]);
  });
});

/** Describes each code block of an unfinished text, such as `a: true` for an open code block with the text `a`. */
function openStates(source: string): readonly string[] {
  return all(view(source, true)).flatMap((node) => (node.kind === 'code' ? [`${node.text}: ${node.open}`] : []));
}

function view(source: string, open = false): ViewNode[] {
  return tokensToView(createParser().parse(source, {}), { open });
}

function all(nodes: readonly ViewNode[]): ViewNode[] {
  return nodes.flatMap((node) => (node.kind === 'element' ? [node, ...all(node.children)] : [node]));
}

function outline(source: string): string[] {
  return all(view(source)).map((node) => (node.kind === 'element' ? node.tag : `"${'text' in node ? node.text : ''}"`));
}

function links(source: string): (string | undefined)[] {
  return all(view(source)).flatMap((node) =>
    node.kind === 'element' && node.tag === 'a' ? [node.attributes.href] : [],
  );
}

function listClasses(source: string): (string | undefined)[] {
  return all(view(source)).flatMap((node) =>
    node.kind === 'element' && node.tag === 'ul' ? [node.attributes.class] : [],
  );
}
