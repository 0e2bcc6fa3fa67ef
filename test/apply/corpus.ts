import { changesOf, changesOnlySpace, textOf, type Change } from './change.ts';
import { convertChange } from './conversions.ts';
import { formNames, type FormName } from './forms/form.ts';
import { formWriters } from './forms/formWriters.ts';
import { heldOutNames } from './heldOut.ts';
import { languageOf, languages, type Language } from './languages.ts';
import { hasLookAlikes } from './lookAlikes.ts';
import { namingStyles, toBlocks, type NamingStyle } from './naming.ts';
import { negativeKinds, negativeWriters, type NegativeKind } from './negatives.ts';
import type { FileText, ReplyBlock } from './planTypes.ts';
import { createNamedRandom, shuffleByName } from './random.ts';
import type { SourceVersion } from './readPackages.ts';

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
  readonly versions: readonly SourceVersion[];
}

export interface CorpusOptions {
  /** The largest number of cases for each language and form. */
  readonly casesEach: number;
  /** The largest number of negative cases for each language and kind. */
  readonly negativesEach: number;
}

/** Changes of one source, of which the same file may give no more than these. */
const [maxCasesPerChange, maxCasesPerFile] = [3, 8];

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
  const uses = new Map<string, number>();
  return languages.flatMap((language) => {
    const own = shuffleByName(
      changes.filter((change) => change.language === language),
      ({ name }) => name,
    );
    const othersOf = (change: Change): readonly Change[] =>
      (byPair.get(pairOf(change)) ?? []).filter(({ path }) => path !== change.path);
    return [
      ...formNames.flatMap((form) => casesOfForm(form, own, othersOf, casesEach, uses)),
      ...negativeKinds.flatMap((kind) => negativesOfKind(kind, own, negativesEach)),
    ];
  });
}

/** Names the two versions of a change. */
function pairOf({ source, name }: Change): string {
  return `${source} ${name.split(' ')[1] ?? ''}`;
}

function changesOfSource({ name: source, versions }: Source): readonly Change[] {
  return versions.slice(1).flatMap(({ version, files }, index) => {
    const older = versions[index]!;
    const paths = Object.keys(older.files);
    return Object.entries(files).flatMap(([path, text]) => {
      const language = languageOf(path);
      const before = older.files[path];
      if (language === undefined || before === undefined) return [];
      const name = `${source} ${older.version}..${version} ${path}`;
      return changesOf({ name, source, language, path, paths }, before, text).filter((each) => !changesOnlySpace(each));
    });
  });
}

function casesOfForm(
  form: FormName,
  changes: readonly Change[],
  othersOf: (change: Change) => readonly Change[],
  most: number,
  uses: Map<string, number>,
): readonly ApplyCase[] {
  const cases: ApplyCase[] = [];
  const byForm = shuffleByName(changes, ({ name }) => `${form} ${name}`);
  // Half of the cases have look-alikes if there are enough.
  const alike = new Map(byForm.map((change) => [change, undefined as boolean | undefined]));
  const isAlike = (change: Change): boolean => {
    const known = alike.get(change) ?? hasLookAlikes(change);
    alike.set(change, known);
    return known;
  };
  for (const wantsAlike of [true, false]) {
    for (const change of byForm) {
      if (cases.length >= (wantsAlike ? Math.ceil(most / 2) : most)) break;
      const file = `${change.source} ${change.path}`;
      if ((uses.get(change.name) ?? 0) >= maxCasesPerChange || (uses.get(file) ?? 0) >= maxCasesPerFile) continue;
      if (cases.some(({ name }) => name === `${change.name} ${form}`)) continue;
      if (wantsAlike && !isAlike(change)) continue;
      const made = writeCase(form, change, othersOf(change));
      if (made === undefined) continue;
      cases.push(made);
      for (const key of [change.name, file]) uses.set(key, (uses.get(key) ?? 0) + 1);
    }
  }
  return cases;
}

function writeCase(form: FormName, original: Change, others: readonly Change[]): ApplyCase | undefined {
  const name = `${original.name} ${form}`;
  const random = createNamedRandom(name);
  const { change, details } = convertChange(original, form, random);
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
