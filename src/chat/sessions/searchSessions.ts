import type { Message } from '../messages/message.ts';
import type { Transcript } from '../messages/transcript.ts';

/** A session in whose text all words of a query stand. */
export interface TextMatch {
  readonly id: string;
  /** The words stand there as they were typed, one after the other. */
  readonly isPhrase: boolean;
  readonly snippet: Snippet;
}

/** One line around the first place that was found. */
export interface Snippet {
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

export interface SearchSessionsOptions {
  readonly load: (id: string) => Promise<Transcript>;
  readonly signal: AbortSignal;
  /** Called as matches are found, in the order of the ids. */
  readonly onMatches: (matches: readonly TextMatch[]) => void;
}

const sessionsAtOnce = 16;

/** Reads the sessions one after the other, and looks for the words of a query in them. Ends when it is aborted. */
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
  for (let start = 0; start < ids.length && !signal.aborted; start += sessionsAtOnce) {
    const found = await Promise.all(
      ids.slice(start, start + sessionsAtOnce).map(async (id) => {
        const match = await load(id).then(
          ({ messages }) => matchText(messages),
          () => undefined,
        );
        return match === undefined ? [] : [{ id, ...match }];
      }),
    );
    // Other extensions share this thread.
    await new Promise((resolve) => setImmediate(resolve));
    if (found.some((each) => each.length > 0)) report(found.flat());
  }
}

/** Case does not matter; the words may stand in different messages. */
function textMatcher(query: string): (messages: readonly Message[]) => Omit<TextMatch, 'id'> | undefined {
  const words = query.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return () => undefined;
  const phrase = pattern(words.map(escaped).join('\\s+'));
  const patterns = words.map((word) => pattern(escaped(word)));
  const [longest = phrase] = patterns.toSorted((a, b) => b.source.length - a.source.length);
  return (messages) => {
    const texts = messages.flatMap(textsOf);
    if (!patterns.every((each) => texts.some((text) => each.test(text)))) return undefined;
    const inPhrase = snippetAround(texts, phrase);
    const found = inPhrase ?? snippetAround(texts, longest);
    return found === undefined ? undefined : { isPhrase: inPhrase !== undefined, snippet: found };
  };
}

function textsOf(message: Message): readonly string[] {
  if (message.kind === 'reply') return [message.text];
  return [message.text, ...message.attachments.flatMap(({ path, code }) => [path, code])];
}

/** Two lines of a narrow panel hold what stands before the match, with the match. */
const lengthBefore = 32;

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

function pattern(source: string): RegExp {
  return new RegExp(source, 'iu');
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
