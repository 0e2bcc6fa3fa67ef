import * as l10n from '@vscode/l10n';
import { addAll } from '../../common/addAll.ts';
import type { Token } from 'markdown-it';
import { isDisplay } from './parser/formulaRules.ts';
import { createCodeSplitter } from './hiddenCharacterMark.ts';
import { looseLists } from './looseLists.ts';
import { createElementNode, type AllowedTag, type Attributes, type ViewNode } from './viewNode.ts';

export interface ViewOptions {
  /** True if more text may follow the last token. */
  readonly open: boolean;
}

/**
 * Maximum nesting of the elements that one call of `tokensToView` creates for its tokens. The parser limits the nesting
 * of blocks, but not the nesting of emphasis. The content of elements that would be nested more deeply is added to the
 * deepest element.
 */
const maxDepth = 40;

/**
 * Converts block or inline tokens of the parser to view nodes. Each top-level block becomes one node.
 * Tokens of unknown types become text or `span` elements.
 */
export function tokensToView(tokens: readonly Token[], options: ViewOptions): ViewNode[] {
  const last = tokens.findLast((token) => token.nesting >= 0);
  const loose = looseLists(tokens);
  const stack: Frame[] = [{ tag: 'div', attributes: {}, children: [] }];
  for (const [index, token] of tokens.entries()) {
    if (token.nesting === 1)
      stack.push(
        stack.length < maxDepth
          ? openFrame(token, loose.has(token) ? 'loose' : isTask(tokens, index) ? 'task' : undefined)
          : top(stack),
      );
    else if (token.nesting === -1) closeFrame(stack);
    else if (token.type === 'image' && stack.some(({ tag }) => tag === 'a')) top(stack).children.push(imageText(token));
    else if (isTask(tokens, index - 2)) addAll(top(stack).children, taskText(token, options));
    else addAll(top(stack).children, leaf(token, options, token === last));
  }
  while (stack.length > 1) closeFrame(stack);
  return top(stack).children;
}

interface Frame {
  readonly tag: AllowedTag;
  readonly attributes: Attributes;
  readonly children: ViewNode[];
}

function top(stack: Frame[]): Frame {
  const frame = stack.at(-1);
  if (frame === undefined) throw new Error('A closing token has no opening token.');
  return frame;
}

function closeFrame(stack: Frame[]): void {
  const frame = stack.pop();
  if (frame === undefined || frame === stack.at(-1)) return;
  // Only the summary shows that there is hidden content.
  if (frame.tag === 'summary' && frame.children.length === 0)
    frame.children.push({ kind: 'text', text: l10n.t('Details') });
  const node = createElementNode(frame.tag, frame.children, frame.attributes);
  top(stack).children.push(
    frame.tag === 'table'
      ? createElementNode('div', [node], {
          class: 'table',
          tabindex: '0',
          role: 'group',
          'aria-label': l10n.t('Table'),
          dir: 'auto',
        })
      : node,
  );
}

const blockTags: Readonly<Record<string, AllowedTag>> = {
  paragraph_open: 'p',
  bullet_list_open: 'ul',
  ordered_list_open: 'ol',
  list_item_open: 'li',
  blockquote_open: 'blockquote',
  details_open: 'details',
  summary_open: 'summary',
  footnote_open: 'div',
  table_open: 'table',
  thead_open: 'thead',
  tbody_open: 'tbody',
  tr_open: 'tr',
  th_open: 'th',
  td_open: 'td',
  em_open: 'em',
  strong_open: 'strong',
  s_open: 's',
  sub_open: 'sub',
  sup_open: 'sup',
  kbd_open: 'kbd',
  chunk_open: 'span',
};

const headingTags: Readonly<Record<string, AllowedTag>> = {
  h1: 'h1',
  h2: 'h2',
  h3: 'h3',
  h4: 'h4',
  h5: 'h5',
  h6: 'h6',
};

function openFrame(token: Token, className: 'loose' | 'task' | undefined): Frame {
  if (token.type === 'link_open') return linkFrame(attribute(token, 'href'));
  const tag = token.type === 'heading_open' ? headingTags[token.tag] : blockTags[token.type];
  const attributes: Attributes = {
    ...blockAttributes(token),
    ...(className !== undefined && { class: className }),
    ...(token.type === 'chunk_open' && { class: 'chunk', dir: 'auto' }),
    ...(tag !== 'table' && ownDirection(token)),
  };
  return { tag: tag ?? 'span', attributes, children: [] };
}

/**
 * Returns `dir="auto"` for a top-level block; no attributes for any other token. A nested block of text must have no
 * `dir`, because the browser ignores elements with a `dir` when it derives the direction of the outer block.
 */
function ownDirection({ block, level }: Token): Attributes {
  return block && level === 0 ? { dir: 'auto' } : {};
}

function blockAttributes(token: Token): Attributes {
  if (token.type === 'ordered_list_open') {
    const start = attribute(token, 'start');
    return start === '' ? {} : { start };
  }
  if (token.type === 'footnote_open') return footnoteAttributes(token.content);
  const colspan = attribute(token, 'colspan');
  const alignment = /^text-align:(left|center|right)$/.exec(attribute(token, 'style'))?.[1];
  return {
    ...(alignment !== undefined && { class: `align-${alignment}` }),
    ...(colspan !== '' && { colspan }),
    ...(token.type === 'details_open' && token.attrs !== null && { open: '' }),
  };
}

function footnoteAttributes(label: string): Attributes {
  return {
    class: 'footnote',
    'data-footnote': label,
    tabindex: '-1',
    role: 'note',
    'aria-label': l10n.t('Footnote {0}', label),
  };
}

function linkFrame(href: string): Frame {
  // Do not link URLs with a user name, because a user name can look like a host: https://bank.example@evil.example.
  // Browsers ignore extra slashes before the user name.
  const allowed = /^(?:https?:\/\/(?!\/*[^/?#]*@)|mailto:)/i.test(href) && URL.canParse(href);
  const attributes: Attributes = allowed ? { href, title: href } : { title: href };
  return { tag: allowed ? 'a' : 'span', attributes, children: [] };
}

function leaf(token: Token, options: ViewOptions, isLast: boolean): ViewNode[] {
  switch (token.type) {
    case 'inline':
      return mergeTexts(tokensToView(token.children ?? [], options));
    case 'fence':
    case 'code_block':
      return [
        {
          kind: 'code',
          info: token.info.trim(),
          text: token.content.replace(/\n$/, ''),
          open: options.open && isLast,
        },
      ];
    case 'hr':
      return [createElementNode('hr', [])];
    case 'hardbreak':
    case 'softbreak':
      return [createElementNode('br', [])];
    case 'code_inline':
      return [createElementNode('code', codeNodes(token.content), { dir: 'ltr' })];
    case 'image':
      return [imageLink(token)];
    case 'formula':
      return [{ kind: 'formula', source: token.content, isDisplay: isDisplay(token) }];
    case 'footnote_mark':
      return [{ kind: 'footnoteMark', label: token.content }];
    case 'plain_chunk':
      return [plainChunk(token)];
    case 'open_formula':
      return [createElementNode('p', textLines(token.content), ownDirection(token))];
    default:
      return token.content === '' ? [] : [{ kind: 'text', text: token.content }];
  }
}

function codeNodes(code: string): ViewNode[] {
  return createCodeSplitter()(code, 0, code.length).map(({ text, isHidden }) => ({
    kind: isHidden ? 'hiddenCharacter' : 'text',
    text,
  }));
}

/** Shows text without formatting. The first such chunk of a text has a note that explains the missing formatting. */
function plainChunk({ content, meta }: Token): ViewNode {
  const text: ViewNode = { kind: 'text', text: content };
  const attributes: Attributes = { class: 'chunk plain-text', dir: 'auto' };
  if (meta?.['isFirst'] !== true) return createElementNode('span', [text], attributes);
  const note = l10n.t('The rest of this paragraph isn’t formatted, because it’s too complex.');
  const noteNode = createElementNode('span', [{ kind: 'text', text: note }], { class: 'not-formatted' });
  return createElementNode('span', [noteNode, text], attributes);
}

function textLines(text: string): ViewNode[] {
  return text
    .split('\n')
    .flatMap((line, index): ViewNode[] => [
      ...(index > 0 ? [createElementNode('br', [])] : []),
      { kind: 'text', text: line.trimStart() },
    ]);
}

const taskMark = /^\[([ xX])\](?=[ \t])/;

/** True if the token at `index` opens a task list item, such as `- [ ] open` or `- [x] done`. */
function isTask(tokens: readonly Token[], index: number): boolean {
  const text = tokens[index + 2];
  if (tokens[index]?.type !== 'list_item_open' || tokens[index + 1]?.type !== 'paragraph_open' || text === undefined)
    return false;
  // The first test rejects escaped brackets. The second test rejects brackets that form a link.
  return taskMark.test(text.content) && taskMark.test(text.children?.[0]?.content ?? '');
}

function taskText(token: Token, options: ViewOptions): ViewNode[] {
  const isDone = taskMark.exec(token.content)?.[1] !== ' ';
  const checkBox = createElementNode('input', [], {
    type: 'checkbox',
    disabled: '',
    ...(isDone && { checked: '' }),
    'aria-label': l10n.t('Task'),
  });
  const [first, ...rest] = leaf(token, options, false);
  return first?.kind === 'text'
    ? [checkBox, { kind: 'text', text: first.text.replace(taskMark, '') }, ...rest]
    : [checkBox, ...rest];
}

/** Converts the inline token of a task's text, such as `[x] done`, to view nodes that start with the check box. */
export function taskTextToView([text]: readonly Token[]): readonly ViewNode[] {
  return text === undefined ? [] : taskText(text, { open: false });
}

/** Shows an image as a link, or as text if the URL may not be linked. The image is never loaded. */
function imageLink(token: Token): ViewNode {
  const { tag, attributes } = linkFrame(attribute(token, 'src'));
  return createElementNode(tag, [imageText(token)], attributes);
}

function imageText(token: Token): ViewNode {
  const description = plainText(token.children ?? []);
  const name = description.trim() === '' ? attribute(token, 'src') : description;
  return { kind: 'text', text: l10n.t('Image: {0}', name) };
}

/** Returns the text of the tokens, without markup. The text of an image is its description. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      token.type === 'image' ? plainText(token.children ?? []) : token.type.endsWith('break') ? '\n' : token.content,
    )
    .join('');
}

/** Merges adjacent text nodes. The parser already merges text tokens, except the `textMark` (see chunkRule.ts). */
function mergeTexts(nodes: readonly ViewNode[]): ViewNode[] {
  const merged: ViewNode[] = [];
  for (const node of nodes) {
    const previous = merged.at(-1);
    if (node.kind === 'text' && previous?.kind === 'text') {
      merged[merged.length - 1] = { kind: 'text', text: previous.text + node.text };
    } else {
      merged.push(node);
    }
  }
  return merged;
}

function attribute(token: Token, name: string): string {
  const value: unknown = token.attrs?.find(([key]) => key === name)?.[1];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
