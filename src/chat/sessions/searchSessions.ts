import type { Message } from '../messages/message.ts';
import type { Transcript } from '../messages/transcript.ts';

/** A session whose messages and attachments together contain all words of a query. */
export interface TextMatch {
  readonly id: string;
  /** True if a text contains the phrase: the words in the order of the query, separated only by white space. */
  readonly isPhrase: boolean;
  readonly snippet: Snippet;
}

/**
 * A match and the text around it. The match is the first occurrence of the phrase or, if no text contains the phrase,
 * of the query's longest word. In `before`, `match` and `after`, each run of white space is replaced by one space.
 * `before` starts with `…` if text before it was omitted.
 */
export interface Snippet {
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

export interface SearchSessionsOptions {
  readonly load: (id: string) => Promise<Transcript>;
  readonly signal: AbortSignal;
  /**
   * Called after each batch of sessions in which a match was found. `matches` contains only the matches of this batch,
   * in the order of `ids`. Not called after an abort.
   */
  readonly onMatches: (matches: readonly TextMatch[]) => void;
}

const batchSize = 16;

/**
 * Searches the sessions for the words of a query, in batches. Resolves when all sessions are searched. After an abort,
 * resolves when the current batch is searched. Skips sessions that cannot be read. Finds nothing if the query has no
 * word.
 */
export async function searchSessions(
  ids: readonly string[],
  query: string,
  options: SearchSessionsOptions,
): Promise<void> {
  const { load, signal, onMatches } = options;
  const matchText = textMatcher(query);
  const report = (matches: readonly TextMatch[]) => {
    if (!signal.aborted) onMatches(matches);
  };
  for (let start = 0; start < ids.length && !signal.aborted; start += batchSize) {
    const found = await Promise.all(
      ids.slice(start, start + batchSize).map(async (id) => {
        const match = await load(id)
          .then(({ messages }) => matchText(messages))
          .catch(() => undefined);
        return match === undefined ? [] : [{ id, ...match }];
      }),
    );
    // Yield to other extensions, which run in the same thread.
    await new Promise((resolve) => setImmediate(resolve));
    if (found.some((each) => each.length > 0)) report(found.flat());
  }
}

/**
 * Returns a function that searches the messages of a session. The search ignores case, and each word may be in a
 * different message. The function returns undefined if a word of the query is missing, or if the query has no word.
 */
function textMatcher(query: string): (messages: readonly Message[]) => Omit<TextMatch, 'id'> | undefined {
  const words = query.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return () => undefined;
  const phrase = toPattern(words.map(escapePattern).join('\\s+'));
  const patterns = words.toSorted((a, b) => b.length - a.length).map((word) => toPattern(escapePattern(word)));
  const [longest = phrase] = patterns;
  return (messages) => {
    const texts = messages.flatMap(textsOf);
    if (!patterns.every((each) => texts.some((text) => each.test(text)))) return undefined;
    const phraseSnippet = snippetAround(texts, phrase);
    const snippet = phraseSnippet ?? snippetAround(texts, longest);
    return snippet === undefined ? undefined : { isPhrase: phraseSnippet !== undefined, snippet };
  };
}

function textsOf(message: Message): readonly string[] {
  if (message.kind === 'reply') return [message.text];
  return [message.text, ...message.attachments.flatMap(({ path, code }) => [path, code])];
}

/**
 * The maximum length of `before` without the `…`, in UTF-16 code units. The panel shows only two lines of a snippet, so
 * in a narrow panel, a longer text before the match could hide the match.
 */
const lengthBefore = 32;

/** The maximum length of `after`, in UTF-16 code units. */
const lengthAfter = 120;

function snippetAround(texts: readonly string[], wanted: RegExp): Snippet | undefined {
  for (const text of texts) {
    const found = wanted.exec(text);
    if (found === null) continue;
    const end = found.index + found[0].length;
    const before = oneLine(text.slice(Math.max(0, found.index - lengthBefore), found.index)).trimStart();
    return {
      before: found.index > lengthBefore ? `…${before.replace(/^\S*\s/, '')}` : before,
      match: oneLine(found[0]),
      after: oneLine(text.slice(end, end + lengthAfter)).trimEnd(),
    };
  }
  return undefined;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function toPattern(source: string): RegExp {
  return new RegExp(source, 'iu');
}

function escapePattern(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
