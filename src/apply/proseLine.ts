import { headingLevel } from './headings.ts';
import { asPath, isDataFile, labelledPath } from './pathText.ts';

/**
 * The role of a path in a line of prose, which shows whether the line means the path's file:
 *
 * - `start`: the line starts with the path, or with words such as `Step 2: Update the file` and the path.
 * - `target`: a word such as `in` or `to` is before the path.
 * - `other`: nothing.
 */
type Role = 'start' | 'target' | 'other';

interface Mention {
  readonly path: string;
  readonly role: Role;
  /** The path is in code, in bold type or a link. */
  readonly isMarked: boolean;
  /** The path follows another one and a word such as `and`. */
  readonly isBesides: boolean;
  /** Words are before the path, or only a description of the block follows, as in `src/cart.ts: the cart`. */
  readonly isLabel: boolean;
  /** No words follow. */
  readonly isLast: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words before a path that do not change what the words before them say. */
const fillers = words(
  'the your our my this a an its new existing updated modified revised current full complete whole entire final ' +
    'actual same main file files content contents module component class script page named called version following',
);
const targetWords = words(
  'in to into inside within at on update updating edit editing modify modifying change changing create creating ' +
    'add adding open replace replacing rewrite rewriting fix fixing patch refactor extend adjust',
);
/** Words at the start of a line that leave the path its first content. */
const startWords = words(
  `${[...fillers, ...targetWords].join(' ')} of for step filename filepath path location name changed changes created ` +
    "added edited fixed here here's here’s is are i i've i’ve we you we've can need should let's let’s first then next " +
    'now finally second third lastly also and start by go make put save write do apply paste code have has it with',
);
const referenceWords = words(
  'from unlike like as see than use uses using used by with via import imports imported require requires required call ' +
    'calls called reference references against extends beside near after before if because when while since where ' +
    'whereas that what which how whether mirrors match matches follows without not never',
);
/** References that end with a word that otherwise introduces the path to change. */
const references =
  /\b(?:(?:as|like|used|imported|required|found|exists?|already|seen|does|done) (?:in|at)|(?:tests?|specs?|mocks?|stories|benchmarks?) for|(?:similar|next|compared|identical|equivalent|refers?|relative|according|close|belonged) to|(?:depends?|based|relies) on|(?:instead|outside|copy|unlike that) of)$/;
const negation = /\b(?:not|don['’]t|doesn['’]t|never|no need|without)(?: [\w'’]+){0,4}$/;
/** The beginning of a clause that only explains something. */
const explanation = /^\W*(?:assuming|because|since|given|although|though|while)\b/i;
/** The beginning of a sentence that reminds of another change, unless it introduces the block. */
const reminder = /^\W*(?:make sure|be sure|ensure|remember|note|do not forget|don['’]t forget)\b/i;
/** The words after a path whose file only uses the code of the block, as in `worker.ts calls this`. */
const useOfCode = /^[`*)]*\s(?:calls?|invokes?|imports?|uses?) (?:this|these|it)\b/i;
const unchanged =
  /^[`*)]*\s(?:needs no\b|stays\b|remains\b|is unchanged\b|is fine\b|does(?: not|n['’]t) (?:need|change)\b)/i;
const removal = /\b(?:remove|removed|delete|drop|strip)\b[^.;]{0,80} from$/;
const savedAs = /\b(?:save|saved|create|created|write|written|store|put|name|rename|add|added)\b[^.;]{0,60} as$/;
const besides = /^(?:[\s,&+/*`"'()→>-]|\b(?:and|or|then|plus|also|in|into|to|the|update|edit)\b){1,40}$/i;

/** Code, a link, bold type or a word. */
const token =
  /`+([^`]+)`+|\[([^\]]*)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)|\*\*([^*`]+)\*\*|((?:(?!\[[^\]]{0,200}\]\()[^\s`*])+)/g;
const tags = /<\/?(?:summary|details|b|strong|code|em|i|p|h[1-6])>/gi;

/** A line that refers to the code above it. */
const aboutCodeAbove = /\b(?:above|previous (?:code|block|snippet|change))\b[^:]*$/i;

/**
 * Returns the path to which a line before a block says that the block belongs. Returns several if it is not clear which.
 *
 * @param isNearest False if other lines are between. Unless the line is a heading, it must then start with the path.
 * @param canHold Returns false for a file of another language than the block. The line must then start with its path, and
 *   a file of data must be at its end.
 */
export function pathsInLine(line: string, isNearest: boolean, canHold: (path: string) => boolean): readonly string[] {
  if (aboutCodeAbove.test(line)) return [];
  const isHeading = headingLevel(line) !== undefined;
  const text = line.replaceAll(tags, ' ').replace(/^(?:[>\s]|#{1,6}\s|[*+-]\s|\d{1,3}[.)]\s)+/, '');
  const isIntroduction = isHeading || text.endsWith(':') || !/\s/.test(text);
  const mentions = mentionsIn(text).filter(
    ({ role, path, isLast }) => (role === 'start' && (isLast || !isDataFile(path))) || canHold(path),
  );
  const marked = mentions.filter(({ isMarked }) => isMarked);
  const plain = mentions.filter(
    ({ role, isLabel }) => isIntroduction || role === 'target' || (role === 'start' && isLabel),
  );
  const found = marked.length > 0 ? marked : plain;
  return withoutShorter(meant(isNearest || isHeading ? found : found.filter(isStart)));
}

function isStart({ role, isLabel }: Mention): boolean {
  return role === 'start' && isLabel;
}

/** Returns the paths of the mentions with the clearest role. */
function meant(mentions: readonly Mention[]): readonly string[] {
  const start = mentions.find(({ role }) => role === 'start');
  if (start !== undefined) return [start, ...mentions.filter(({ isBesides }) => isBesides)].map(({ path }) => path);
  const targets = mentions.filter(({ role }) => role === 'target');
  return (targets.length > 0 ? targets : mentions).map(({ path }) => path);
}

/** Returns different paths without those with which another path ends. */
export function withoutShorter(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].filter((path) => !paths.some((other) => other.endsWith(`/${path}`)));
}

/** Returns the paths in a line that are not only references, as in `unlike shop.ts`. */
function mentionsIn(line: string): readonly Mention[] {
  const mentions: Mention[] = [];
  let before: { readonly end: number; readonly role: Role | 'reference' } | undefined;
  for (const match of line.matchAll(token)) {
    const [whole, code, linkText, link, bold, word] = match;
    const marked = code ?? bold;
    const path =
      marked !== undefined ? labelledPath(numberless(marked)) : (pathInLink(linkText, link) ?? pathInWord(word));
    if (path === undefined) continue;
    const end = match.index + whole.length;
    const between = before === undefined ? '' : line.slice(before.end, match.index);
    const isBesides = besides.test(between);
    const own = isAside(line, match.index, end) ? 'reference' : roleAfter(line.slice(0, match.index));
    const isLikeEarlier = own === 'other' && (before?.role !== 'reference' || /\b(?:and|or)\b/.test(between));
    const role = isBesides && isLikeEarlier ? (before?.role ?? own) : own;
    before = { end, role };
    if (role === 'reference') continue;
    const isLabel =
      wordsOf(line.slice(0, match.index)).length > 0 || /^[`*_)\]]*\s*(?:$|[:(–—-])/.test(line.slice(end));
    const isLast = !/\w/.test(line.slice(end));
    mentions.push({ path, role, isMarked: word === undefined, isBesides, isLabel, isLast });
  }
  return mentions;
}

/** Returns true for a path that is named beside: its file needs no change, or another one than that of the block. */
function isAside(line: string, start: number, end: number): boolean {
  const [before, after] = [line.slice(0, start), line.slice(end)];
  const [sentence = ''] = before.split(/[.!?]\s/).slice(-1);
  const [clause = ''] = sentence.split(/[;,:]\s/).slice(-1);
  const isIntroduction = line.endsWith(':') && !/[.!?]\s/.test(after);
  return (
    unchanged.test(after) ||
    useOfCode.test(after) ||
    explanation.test(clause) ||
    (reminder.test(sentence) && !isIntroduction)
  );
}

function numberless(text: string): string {
  return text.trim().replace(/^(?:step )?\d{1,3}[.):]\s/i, '');
}

function pathInLink(text: string | undefined, link: string | undefined): string | undefined {
  if (text === undefined || link === undefined) return undefined;
  const file = /^file:\/\/(?:\/(?=[A-Za-z](?::|%3A)\/))?(\/?.*)$/i.exec(link)?.[1];
  if (file === undefined && /^[a-z][a-z+.-]+:/i.test(link)) return undefined;
  return asPath(decoded(file ?? link)) ?? labelledPath(text.replaceAll('`', ''));
}

/** Decodes a part of a URL. Returns it as it is if it is malformed. */
function decoded(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

function pathInWord(word: string | undefined): string | undefined {
  return word && asPath(word.replace(/^[(_"'“‘]{1,4}/, '').replace(/[)_"'”’:,.;!?]{1,5}$/, ''));
}

/** Returns the words of a text in lower case, also numbers. */
function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [];
}

/** Returns what the text before a path says about it. */
function roleAfter(text: string): Role | 'reference' {
  const clause = wordsOf(text.split(/[.;,:!?]\s|[()]/).at(-1) ?? '');
  let { length } = clause;
  while (length > 0 && fillers.has(clause[length - 1] ?? '')) length -= 1;
  const near = clause.slice(0, length).join(' ');
  const last = clause[length - 1] ?? '';
  const isAtStart = wordsOf(text).every((word) => startWords.has(word) || /^\d+$/.test(word));
  if (isAtStart && !references.test(near)) return 'start';
  if (savedAs.test(near) || removal.test(near)) return 'target';
  if (referenceWords.has(last) || references.test(near) || negation.test(near)) return 'reference';
  return targetWords.has(last) ? 'target' : 'other';
}
