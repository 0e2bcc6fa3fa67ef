import { addAll } from '../../../common/addAll.ts';
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { nothingCut, splitText, textMark, type CutText } from './textChunks.ts';

/** The part of the parser's environment that describes cut text: the text that `textMark` replaces in a paragraph. */
export interface CutEnv {
  readonly cutText?: CutText;
}

/**
 * Makes the parser split long texts into chunks (see `TextChunk`). The tokens of each formatted chunk after the first
 * are enclosed in a `chunk_open` and a `chunk_close` token. A short text is a single chunk, so its tokens are not
 * enclosed. A plain chunk becomes a single `plain_chunk` token, which is not enclosed. Its `meta.isFirst` is true for
 * the first plain chunk of a text.
 */
export function addChunkRule({ core }: MarkdownIt): void {
  core.ruler.at('inline', (state) => {
    let { cutText } = state.env as CutEnv;
    for (const token of state.tokens) {
      if (token.type !== 'inline') continue;
      const isCut = cutText !== undefined && token.content.startsWith(textMark);
      parseText(state, token, isCut ? cutText : undefined);
      if (isCut) cutText = undefined;
    }
  });
}

function parseText(state: StateCore, token: Token, cutText: CutText | undefined): void {
  const children = (token.children ??= []);
  const add = (type: string, nesting: -1 | 0 | 1, content = ''): Token => {
    const child = new state.Token(type, '', nesting);
    child.content = content;
    children.push(child);
    return child;
  };
  if (cutText !== undefined) add('text', 0, textMark);
  const cut = cutText ?? { ...nothingCut, isPlain: token.meta?.['isPlain'] === true };
  const text = cutText === undefined ? token.content : token.content.slice(textMark.length);
  let { isAfterPlain } = cut;
  for (const [index, chunk] of splitText(text, cut).entries()) {
    if (chunk.isPlain) {
      add('plain_chunk', 0, chunk.text).meta = { isFirst: !isAfterPlain };
      isAfterPlain = true;
      continue;
    }
    const isFirst = cut.chunks + index === 0;
    if (!isFirst) add('chunk_open', 1);
    const tokens: Token[] = [];
    state.md.inline.parse(chunk.text, state.md, state.env, tokens);
    addAll(children, tokens);
    if (!isFirst) add('chunk_close', -1);
  }
}
