import type { FileStore } from '../common/fileStore.ts';
import { isJsonObject, type JsonObject } from '../common/json.ts';
import { createVersionedFile } from '../common/versionedFile.ts';

/**
 * The service's token count of a text divided by our count of the same text. The quotient differs between texts, so a
 * factor has bounds, and a typical value between the bounds.
 */
export interface TokenFactor {
  readonly low: number;
  readonly typical: number;
  readonly high: number;
  /** The number of samples behind the range, or 0 if the range is not based on samples. */
  readonly samples: number;
  /** True if a bill has narrowed the range. */
  readonly followsBill: boolean;
}

/**
 * Input and output have separate factors, because a service may charge hidden reasoning as output, and its own system
 * prompt as input.
 */
export interface TokenFactors {
  readonly input: TokenFactor;
  readonly output: TokenFactor;
}

/** Our token count of a text, and the service's count of the same text. */
export interface TokenSample {
  readonly kind: keyof TokenFactors;
  readonly counted: number;
  readonly reported: number;
  /** Upper bound of the tokens that the chat format added to `reported`. */
  readonly overhead: number;
}

/** The values of a factor that agree with a bill, from `low` to `high`. */
export type FactorRange = readonly [low: number, high: number];

/**
 * Learns, for each service, the factors that convert our token counts to the service's counts. The origin of a
 * service's URL identifies the service.
 */
export interface TokenRatios {
  /**
   * Returns the learned factors of a service. With fewer than five samples of a kind (input or output) and no bill, the
   * factor of that kind is the default. Returns only defaults until another method has read the file.
   */
  factors(origin: string): TokenFactors;
  /** Reads the samples and bills of all windows. */
  load(): Promise<void>;
  /** Stores samples. Ignores samples with fewer than 100 counted tokens, and samples with 0 reported tokens. */
  learn(origin: string, samples: readonly TokenSample[]): Promise<void>;
  /**
   * Combines the ranges of a bill with those of earlier bills, and stores the result, which restricts the factors. A
   * combined range has no effect if it does not overlap the range that the factor has without bills.
   */
  learnFromBill(origin: string, ranges: BillRanges): Promise<void>;
  /** Returns what was learned, for `addLearned` on another computer. */
  learned(): JsonObject;
  /**
   * Adds what another computer has learned, but only for services about which this computer has learned nothing.
   * `learned` may come from an untrusted file.
   */
  addLearned(learned: JsonObject): Promise<void>;
}

/** The ranges of one bill, or the combined ranges of several bills. */
export interface BillRanges {
  readonly input?: FactorRange;
  readonly output?: FactorRange;
}

/**
 * The upper bound of a factor before anything is learned. Based on nine recorded replies of eight models. Not every
 * reply is within the default bounds. For one reply, the service reported 6.2 % more tokens than our count. For the
 * other replies, the reported number was between 0.9 % lower and 2.6 % higher than our count.
 */
export const defaultMargin = 1.05;
const defaultFactor: TokenFactor = { low: 1, typical: 1, high: defaultMargin, samples: 0, followsBill: false };
export const defaultFactors: TokenFactors = { input: defaultFactor, output: defaultFactor };

/**
 * Samples with fewer counted tokens are not used, because in such short texts the chat format's overhead outweighs the
 * difference between the tokenizers.
 */
const leastCounted = 100;
const enoughSamples = 5;
const keptSamples = 32;
const keptOrigins = 20;
const bounds = { least: 0.5, most: 3 } as const;
/**
 * The fraction by which the learned range is widened on each side, because the next text may differ from the samples.
 */
const margin = 0.01;

/** The bounds of one sample's factor: the reported tokens without and with the overhead, divided by our count. */
type Ratio = readonly [least: number, most: number];

/**
 * Returns a factor whose range covers the ratios, except the lowest tenth of the lower bounds and the highest tenth of
 * the upper bounds. Each tenth is rounded down to a whole number of ratios. The range is widened by a margin, but stays
 * between 0.5 and 3. Returns the default factor for fewer than five ratios.
 */
export function tokenFactorOf(ratios: readonly Ratio[]): TokenFactor {
  if (ratios.length < enoughSamples) return defaultFactor;
  const sorted = (values: readonly number[]) => values.map(clamp).toSorted((a, b) => a - b);
  const outliers = Math.floor(ratios.length / 10);
  const low = sorted(ratios.map(([least]) => least))[outliers] ?? 1;
  const high = sorted(ratios.map(([, most]) => most)).at(-1 - outliers) ?? 1;
  const typical = sorted(ratios.map(([least, most]) => (least + most) / 2))[Math.floor(ratios.length / 2)] ?? 1;
  return {
    low: clamp(low * (1 - margin)),
    typical,
    high: clamp(high * (1 + margin)),
    samples: ratios.length,
    followsBill: false,
  };
}

/**
 * Restricts a factor to a range. Returns the same object if the given range contains the factor's range, or if the two
 * ranges are disjoint.
 */
export function narrowFactor(factor: TokenFactor, [least, most]: FactorRange = [0, Infinity]): TokenFactor {
  const low = Math.max(factor.low, least);
  const high = Math.min(factor.high, most);
  if (low > high || (low === factor.low && high === factor.high)) return factor;
  return { ...factor, low, typical: Math.min(high, Math.max(low, factor.typical)), high, followsBill: true };
}

export function isLearned({ samples, followsBill }: TokenFactor): boolean {
  return samples > 0 || followsBill;
}

const fileName = 'tokenRatios.json';

const nothingLearned: LearnedFigures = { input: [], output: [], bill: {} };

/**
 * Stores samples and bills in one small file that all windows share. Keeps the 20 services whose samples or bills
 * changed last on this computer. Services from `addLearned` count as the oldest.
 *
 * @param onUnreadable called if the file was renamed or copied because it is not a JSON object; gets the new file name
 */
export function createTokenRatios(files: FileStore, onUnreadable: (name: string) => void): TokenRatios {
  const file = createVersionedFile<ReadonlyMap<string, LearnedFigures>>(files, {
    name: fileName,
    version: 1,
    format: (figures) => Object.fromEntries(figures),
    parse: (fields) => ({ value: parse(fields), isWhole: true }),
    onUnreadable,
  });
  let known: ReadonlyMap<string, LearnedFigures> = new Map();
  let writing: Promise<void> = Promise.resolve();

  const load = async () => {
    known = (await file.read()) ?? new Map();
  };

  const change = async (origin: string, update: (learned: LearnedFigures) => LearnedFigures) => {
    // Loads the file, because another window may have changed the file. If two windows write at once, one change is
    // lost. Losing a few samples or a bill is acceptable.
    await load();
    const others = [...known].filter(([each]) => each !== origin);
    known = new Map([...others, [origin, update(known.get(origin) ?? nothingLearned)] as const].slice(-keptOrigins));
    await file.write(known, { flush: false, ifRefused: 'keep' });
  };

  const inQueue = async (write: () => Promise<void>) => {
    writing = writing.catch(() => undefined).then(write);
    await writing;
  };
  const queue = async (origin: string, update: (learned: LearnedFigures) => LearnedFigures) =>
    inQueue(async () => change(origin, update));

  return {
    load,
    factors(origin) {
      const { input, output, bill } = known.get(origin) ?? nothingLearned;
      return {
        input: narrowFactor(tokenFactorOf(input), bill.input),
        output: narrowFactor(tokenFactorOf(output), bill.output),
      };
    },
    learned: () => Object.fromEntries(known),
    async addLearned(learned) {
      await inQueue(async () => {
        await load();
        const added = [...parse(learned)].filter(([origin]) => URL.canParse(origin) && !known.has(origin));
        if (added.length === 0) return;
        known = new Map([...added, ...known].slice(-keptOrigins));
        await file.write(known, { flush: false, ifRefused: 'keep' });
      });
    },
    async learn(origin, samples) {
      const usable = samples.filter(({ counted, reported }) => counted >= leastCounted && reported > 0);
      if (usable.length === 0) return;
      await queue(origin, ({ input, output, bill }) => ({
        input: extend(input, usable, 'input'),
        output: extend(output, usable, 'output'),
        bill,
      }));
    },
    async learnFromBill(origin, ranges) {
      await queue(origin, ({ input, output, bill }) => ({
        input,
        output,
        bill: withoutUndefined({
          input: combine(bill.input, ranges.input),
          output: combine(bill.output, ranges.output),
        }),
      }));
    },
  };
}

interface LearnedFigures {
  readonly input: readonly Ratio[];
  readonly output: readonly Ratio[];
  readonly bill: BillRanges;
}

/**
 * Returns the intersection of two ranges, or the newer range if the ranges do not overlap. If only one range is given,
 * returns that range.
 */
function combine(older: FactorRange | undefined, newer: FactorRange | undefined): FactorRange | undefined {
  if (older === undefined || newer === undefined) return newer ?? older;
  const both: FactorRange = [Math.max(older[0], newer[0]), Math.min(older[1], newer[1])];
  return both[0] <= both[1] ? both : newer;
}

function withoutUndefined({
  input,
  output,
}: { readonly [Kind in keyof TokenFactors]: FactorRange | undefined }): BillRanges {
  return { ...(input === undefined ? {} : { input }), ...(output === undefined ? {} : { output }) };
}

function extend(
  ratios: readonly Ratio[],
  samples: readonly TokenSample[],
  wanted: TokenSample['kind'],
): readonly Ratio[] {
  const added = samples
    .filter(({ kind }) => kind === wanted)
    .map(({ counted, reported, overhead }): Ratio => [
      roundTo4((reported - overhead) / counted),
      roundTo4(reported / counted),
    ]);
  return [...ratios, ...added].slice(-keptSamples);
}

/**
 * Parses the figures of a file, or of another computer. Ignores invalid parts, because later replies and bills replace
 * those parts.
 */
function parse(fields: JsonObject): ReadonlyMap<string, LearnedFigures> {
  return new Map(
    Object.entries(fields).flatMap(([origin, learned]) =>
      isJsonObject(learned) ? [[origin, parseFigures(learned)] as const] : [],
    ),
  );
}

function parseFigures({ input, output, bill }: JsonObject): LearnedFigures {
  return { input: ratiosIn(input), output: ratiosIn(output), bill: billIn(bill) };
}

function ratiosIn(value: unknown): readonly Ratio[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isPair).slice(-keptSamples);
}

function billIn(value: unknown): BillRanges {
  if (!isJsonObject(value)) return {};
  const rangeIn = (range: unknown) => (isPair(range) && range[0] <= range[1] ? range : undefined);
  return withoutUndefined({ input: rangeIn(value['input']), output: rangeIn(value['output']) });
}

function isPair(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((figure) => Number.isFinite(figure));
}

function clamp(ratio: number): number {
  return Math.min(bounds.most, Math.max(bounds.least, ratio));
}

function roundTo4(ratio: number): number {
  return Math.round(ratio * 10_000) / 10_000;
}
