import { changesOf, changesOnlySpace, changesOnlyStyle, textOf, type Change } from './change.ts';
import { convertChange } from './conversions.ts';
import { formNames, type FormName } from './forms/form.ts';
import { formWriters } from './forms/formWriters.ts';
import { heldOutNames } from './sources/heldOut.ts';
import { languageOf, languages, type Language } from './languages.ts';
import { hasLookAlikes } from './lookAlikes.ts';
import { namingStyles, toBlocks, type NamingStyle } from './naming.ts';
import { negativeKinds, negativeWriters, type NegativeKind } from './negatives.ts';
import type { FileText, ReplyBlock } from '../../src/apply/planTypes.ts';
import { createNamedRandom, shuffleByName } from './random.ts';

/** A reply about one file, with the expected plan. */
export interface ApplyCase {
  /** Unique: the change and the form. */
  readonly name: string;
  readonly source: string;
  readonly language: Language;
  readonly form: FormName | NegativeKind;
  readonly file: FileText;
  readonly blocks: readonly ReplyBlock[];
  /** The text after the change. Undefined for negative cases, whose plan must be `unclear`. */
  readonly after: string | undefined;
  readonly hasLookAlikes: boolean;
  /** How the form and the file differ from the simplest ones, for example `dedented` or `CRLF`. */
  readonly details: readonly string[];
  readonly naming: NamingStyle;
  /** The name of the file in the first block. */
  readonly named?: string;
  /** The paths of all files of the source. */
  readonly paths: readonly string[];
}

export interface Source {
  readonly name: string;
  readonly language: Language;
  readonly pairs: readonly VersionPair[];
}

/** Two versions of a source. The keys of the files are paths with `/`. */
export interface VersionPair {
  /** Without spaces, for example `1.0.0..1.1.0`. */
  readonly name: string;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

export interface CorpusOptions {
  /** The largest number of cases for each language and form. */
  readonly casesEach: number;
  /** The largest number of negative cases for each language and kind. */
  readonly negativesEach: number;
}

/** A change or file is used at most this often, unless the language has too few changes or files. */
const [usesPerChange, usesPerFile] = [3, 8];

/** Divides the sources into known and held-out ones. The names in `alwaysKnown` are never held out. */
export function divideSources(
  sources: readonly Source[],
  alwaysKnown: readonly string[] = [],
): { readonly known: readonly Source[]; readonly heldOut: readonly Source[] } {
  const names = heldOutNames(sources.filter(({ name }) => !alwaysKnown.includes(name)));
  return {
    known: sources.filter(({ name }) => !names.has(name)),
    heldOut: sources.filter(({ name }) => names.has(name)),
  };
}

/** Builds the cases of the sources. The result depends only on the arguments. */
export function buildCorpus(sources: readonly Source[], { casesEach, negativesEach }: CorpusOptions): ApplyCase[] {
  const changes = sources.flatMap(changesOfSource);
  const byPair = Map.groupBy(changes, pairOf);
  return languages.flatMap((language) => {
    const own = shuffleByName(
      changes.filter((change) => change.language === language),
      ({ name }) => name,
    );
    const othersOf = (change: Change): readonly Change[] =>
      (byPair.get(pairOf(change)) ?? []).filter(({ path }) => path !== change.path);
    const uses = createUses(own, formNames.length * casesEach);
    const alike = new Set(own.filter(hasLookAlikes));
    // The last forms come first, because the fewest changes can be written in them.
    const positive = formNames
      .toReversed()
      .map((form) => casesOfForm(form, own, { othersOf, most: casesEach, uses, alike }));
    const negative = negativeKinds.map((kind) => negativesOfKind(kind, own, negativesEach));
    return [...positive.toReversed(), ...negative].flat();
  });
}

/** Counts how often changes and files are used, so that no file dominates the corpus. */
interface Uses {
  mayUse(change: Change): boolean;
  add(change: Change): void;
}

/** `wanted` is the number of cases that the changes should give. */
function createUses(changes: readonly Change[], wanted: number): Uses {
  const fileOf = ({ source, path }: Change): string => `${source} ${path}`;
  const counts = new Map<string, number>();
  const limit = (least: number, keys: readonly string[]): number =>
    Math.max(least, Math.ceil((2 * wanted) / new Set(keys).size));
  const mostPerChange = limit(
    usesPerChange,
    changes.map(({ name }) => name),
  );
  const mostPerFile = limit(usesPerFile, changes.map(fileOf));
  return {
    mayUse: (change) =>
      (counts.get(change.name) ?? 0) < mostPerChange && (counts.get(fileOf(change)) ?? 0) < mostPerFile,
    add: (change) => {
      for (const key of [change.name, fileOf(change)]) counts.set(key, (counts.get(key) ?? 0) + 1);
    },
  };
}

/** Names the two versions of a change. */
function pairOf({ source, name }: Change): string {
  return `${source} ${name.split(' ')[1] ?? ''}`;
}

function changesOfSource({ name: source, pairs }: Source): readonly Change[] {
  return pairs.flatMap((pair) => {
    const paths = Object.keys(pair.before);
    return Object.entries(pair.after).flatMap(([path, after]) => {
      const language = languageOf(path);
      const before = pair.before[path];
      if (language === undefined || before === undefined) return [];
      const file = { name: `${source} ${pair.name} ${path}`, source, language, path, paths };
      return changesOf(file, before, after).filter((each) => !changesOnlySpace(each));
    });
  });
}

interface FormOptions {
  readonly othersOf: (change: Change) => readonly Change[];
  /** The largest number of cases. */
  readonly most: number;
  readonly uses: Uses;
  /** The changes in files with look-alike places. */
  readonly alike: ReadonlySet<Change>;
}

function casesOfForm(
  form: FormName,
  changes: readonly Change[],
  { othersOf, most, uses, alike }: FormOptions,
): readonly ApplyCase[] {
  const cases = new Map<Change, ApplyCase>();
  const byForm = shuffleByName(changes, ({ name }) => `${form} ${name}`);
  const take = (until: number, isWanted: (change: Change) => boolean): void => {
    for (const change of byForm) {
      if (cases.size >= until) return;
      if (cases.has(change) || !uses.mayUse(change) || !isWanted(change)) continue;
      const made = writeCase(form, change, othersOf(change));
      if (made === undefined) continue;
      cases.set(change, made);
      uses.add(change);
    }
  };
  // Half of the cases have look-alikes if there are enough.
  take(Math.ceil(most / 2), (change) => alike.has(change));
  take(most, () => true);
  return [...cases.values()];
}

function writeCase(form: FormName, original: Change, others: readonly Change[]): ApplyCase | undefined {
  const name = `${original.name} ${form}`;
  const random = createNamedRandom(name);
  const { change, details } = convertChange(original, form, random);
  if (!showsStyle(form) && changesOnlyStyle(change)) return undefined;
  const writing = formWriters[form](change, random, others);
  if (writing === undefined) return undefined;
  return {
    name,
    source: change.source,
    language: change.language,
    form,
    file: { path: change.path, text: textOf(change.before, change) },
    after: textOf(change.after, change),
    hasLookAlikes: hasLookAlikes(change),
    details: [...details, ...writing.details],
    paths: change.paths,
    ...toBlocks(writing, change, random),
  };
}

/** Returns true if the form shows the old lines or replaces the whole file. */
function showsStyle(form: FormName): boolean {
  return form === 'wholeFile' || form === 'searchReplace' || form.startsWith('diff');
}

function negativesOfKind(kind: NegativeKind, changes: readonly Change[], most: number): readonly ApplyCase[] {
  const cases: ApplyCase[] = [];
  for (const change of shuffleByName(changes, ({ name }) => `${kind} ${name}`)) {
    if (cases.length >= most) break;
    const name = `${change.name} ${kind}`;
    const random = createNamedRandom(name);
    const others = changes.filter(({ source, path }) => source !== change.source || path !== change.path).slice(0, 20);
    const negative = negativeWriters[kind](change, random, others);
    if (negative === undefined) continue;
    const { lines = change.before, ...block } = negative;
    cases.push({
      name,
      source: change.source,
      language: change.language,
      form: kind,
      file: { path: change.path, text: textOf(lines, change) },
      blocks: [block],
      after: undefined,
      hasLookAlikes: false,
      details: [],
      naming: namingStyles[0],
      paths: change.paths,
    });
  }
  return cases;
}
