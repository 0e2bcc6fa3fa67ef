import type { MarkdownIt, StateInline, Token } from 'markdown-it';

/**
 * Matches the inline HTML tags that the panel shows as its own elements: tags without attributes from a fixed list. All
 * other HTML stays text.
 */
export const inlineTag = /<(?:br ?\/?|\/?(?:sub|sup|kbd))>/iy;

/**
 * Makes the parser recognize inline tags. `<br>` becomes a `hardbreak` token. An opening and a closing tag become a
 * `sub_open` and a `sub_close` token, for example, if both are at the same level of nesting, for example both within
 * the same emphasis. All other tags stay text.
 */
export function addInlineTagRules({ inline }: MarkdownIt): void {
  inline.ruler.before('autolink', 'inline_tag', (state, silent) => {
    inlineTag.lastIndex = state.pos;
    const [tag] = inlineTag.exec(state.src) ?? [];
    if (tag === undefined || state.pos + tag.length > state.posMax) return false;
    state.pos += tag.length;
    if (/^<br/i.test(tag)) skipLineBreak(state);
    if (silent) return true;
    if (/^<br/i.test(tag)) state.push('hardbreak', 'br', 0);
    else state.push('tag', '', 0).content = tag;
    return true;
  });
  // Before the rule that joins adjacent text tokens, so that unpaired tags are joined with the text around them.
  inline.ruler2.before('fragments_join', 'pair_tags', ({ tokens }) => pairTags(tokens));
}

/** Skips a line break right after `<br>`, because the source's line break is shown as well. */
function skipLineBreak(state: StateInline): void {
  const lineBreak = /[ \t]*\n[ \t]*/y;
  lineBreak.lastIndex = state.pos;
  if (lineBreak.test(state.src) && lineBreak.lastIndex <= state.posMax) state.pos = lineBreak.lastIndex;
}

/** The opening tags of one level of nesting that have no closing tag yet. */
class OpenTags {
  readonly #tokens: Token[] = [];
  /** Number of open tags by tag. If `close` searched all of them instead, the total time would be quadratic. */
  readonly #counts = new Map<string, number>();

  open(token: Token): void {
    this.#tokens.push(token);
    this.#count(token, 1);
  }

  /** Removes the innermost opening tag that `content` closes, with all tags inside it, and returns the opening tag. */
  close(content: string): Token | undefined {
    const opening = content.replace('/', '').toLowerCase();
    if ((this.#counts.get(opening) ?? 0) === 0) return undefined;
    for (let token = this.#tokens.pop(); token !== undefined; token = this.#tokens.pop()) {
      this.#count(token, -1);
      if (token.content.toLowerCase() === opening) return token;
    }
    return undefined;
  }

  #count({ content }: Token, change: number): void {
    const tag = content.toLowerCase();
    this.#counts.set(tag, (this.#counts.get(tag) ?? 0) + change);
  }
}

/** Turns pairs of `tag` tokens into opening and closing tokens, and all other `tag` tokens into text. */
function pairTags(tokens: readonly Token[]): void {
  const levels = [new OpenTags()];
  for (const token of tokens) {
    if (token.nesting === 1) levels.push(new OpenTags());
    if (token.nesting === -1) levels.pop();
    if (token.type !== 'tag') continue;
    token.type = 'text';
    if (!token.content.startsWith('</')) {
      levels.at(-1)?.open(token);
      continue;
    }
    const opening = levels.at(-1)?.close(token.content);
    if (opening !== undefined) pair(opening, token);
  }
}

function pair(opening: Token, closing: Token): void {
  const tag = opening.content.slice(1, -1).toLowerCase();
  Object.assign(opening, { type: `${tag}_open`, nesting: 1, content: '' });
  Object.assign(closing, { type: `${tag}_close`, nesting: -1, content: '' });
}
