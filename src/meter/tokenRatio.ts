import type { FileStore } from '../common/fileStore.ts';
import { isJsonObject, parseJson } from '../common/json.ts';

/** What our own count of a kind of tokens is to be multiplied by, to have the service's. */
export interface TokenFactor {
  readonly low: number;
  readonly typical: number;
  readonly high: number;
  /** The requests that it was learnt from; 0 while it is not. */
  readonly samples: number;
  /** A bill that was looked at has made it narrower. */
  readonly followsBill: boolean;
}

/** Apart, since a service may charge thoughts as output that it never shows, and a prompt of its own as input. */
export interface TokenFactors {
  readonly input: TokenFactor;
  readonly output: TokenFactor;
}

/** What a service reported of a text that was counted here, too. */
export interface TokenSample {
  readonly kind: keyof TokenFactors;
  readonly counted: number;
  readonly reported: number;
  /** What the service may have added around the text: tokens. */
  readonly overhead: number;
}

/** Between what a factor must be so that a bill comes out. */
export type FactorRange = readonly [low: number, high: number];

/** How the tokens of each address differ from ours. */
export interface TokenRatios {
  /** As far as they are read. */
  factors(origin: string): TokenFactors;
  /** Reads what all windows have learnt. */
  load(): Promise<void>;
  learn(origin: string, samples: readonly TokenSample[]): Promise<void>;
  /** From now on the factors of these kinds are not outside of what a bill says, unless replies that are reported say otherwise. */
  learnFromBill(origin: string, ranges: BillRanges): Promise<void>;
}

/** What a bill, or several, say of each kind of tokens. */
export interface BillRanges {
  readonly input?: FactorRange;
  readonly output?: FactorRange;
}

/**
 * What an unknown tokenizer may count more than ours, as long as nothing is learnt of it. Of nine public recordings
 * of eight models, one is 6.2 % above ours, and the others from 0.9 % below to 2.6 % above.
 */
export const unlearntMargin = 1.05;
const unlearnt: TokenFactor = { low: 1, typical: 1, high: unlearntMargin, samples: 0, followsBill: false };
export const unlearntFactors: TokenFactors = { input: unlearnt, output: unlearnt };

/** In a shorter text, what the service adds around it weighs more than how it cuts the text into tokens. */
const leastCounted = 100;
const enoughSamples = 5;
const keptSamples = 32;
const keptOrigins = 20;
const bounds = { least: 0.5, most: 3 } as const;
/** The next text may be unlike those seen. */
const margin = 0.01;

/** What a sample says at least and at most: with and without what may have been added around the text. */
type Ratio = readonly [least: number, most: number];

/** The range of what was seen, without the tenth at each end; as unlearnt until there are five. */
export function tokenFactor(ratios: readonly Ratio[]): TokenFactor {
  if (ratios.length < enoughSamples) return unlearnt;
  const sorted = (values: readonly number[]) => values.map(bounded).toSorted((a, b) => a - b);
  const outliers = Math.floor(ratios.length / 10);
  const low = sorted(ratios.map(([least]) => least))[outliers] ?? 1;
  const high = sorted(ratios.map(([, most]) => most)).at(-1 - outliers) ?? 1;
  const typical = sorted(ratios.map(([least, most]) => (least + most) / 2))[Math.floor(ratios.length / 2)] ?? 1;
  return { low: bounded(low * (1 - margin)), typical, high: bounded(high * (1 + margin)), samples: ratios.length, followsBill: false };
}

/** As far as the two have something in common; without that, what was learnt from replies holds. */
export function narrowFactor(factor: TokenFactor, [least, most]: FactorRange = [0, Infinity]): TokenFactor {
  const low = Math.max(factor.low, least);
  const high = Math.min(factor.high, most);
  if (low > high || (low === factor.low && high === factor.high)) return factor;
  return { ...factor, low, typical: Math.min(high, Math.max(low, factor.typical)), high, followsBill: true };
}

export function isLearnt({ samples, followsBill }: TokenFactor): boolean {
  return samples > 0 || followsBill;
}

const fileName = 'tokenRatios.json';

const nothingLearnt: Learnt = { input: [], output: [], bill: {} };

/** What each address taught, in one small file for all windows. */
export function createTokenRatios(files: FileStore): TokenRatios {
  let known: ReadonlyMap<string, Learnt> = new Map();
  let writing: Promise<void> = Promise.resolve();

  const load = async () => {
    known = parse(await files.read(fileName));
  };

  const change = async (origin: string, learnMore: (learnt: Learnt) => Learnt) => {
    // Another window may have learnt meanwhile. What two learn in the same moment is learnt once: no harm is done.
    await load();
    const others = [...known].filter(([each]) => each !== origin);
    known = new Map([...others, [origin, learnMore(known.get(origin) ?? nothingLearnt)] as const].slice(-keptOrigins));
    await files.write(fileName, JSON.stringify(Object.fromEntries(known)), { flush: false });
  };

  const queue = async (origin: string, learnMore: (learnt: Learnt) => Learnt) => {
    writing = writing.catch(() => undefined).then(async () => change(origin, learnMore));
    await writing;
  };

  return {
    load,
    factors(origin) {
      const { input, output, bill } = known.get(origin) ?? nothingLearnt;
      return { input: narrowFactor(tokenFactor(input), bill.input), output: narrowFactor(tokenFactor(output), bill.output) };
    },
    async learn(origin, samples) {
      const telling = samples.filter(({ counted, reported }) => counted >= leastCounted && reported > 0);
      if (telling.length === 0) return;
      await queue(origin, ({ input, output, bill }) => ({ input: extend(input, telling, 'input'), output: extend(output, telling, 'output'), bill }));
    },
    async learnFromBill(origin, ranges) {
      await queue(origin, ({ input, output, bill }) => ({
        input,
        output,
        bill: withoutUndefined({ input: combine(bill.input, ranges.input), output: combine(bill.output, ranges.output) }),
      }));
    },
  };
}

interface Learnt {
  readonly input: readonly Ratio[];
  readonly output: readonly Ratio[];
  readonly bill: BillRanges;
}

/** What both bills say; the newer one where they contradict each other. */
function combine(older: FactorRange | undefined, newer: FactorRange | undefined): FactorRange | undefined {
  if (older === undefined || newer === undefined) return newer ?? older;
  const both: FactorRange = [Math.max(older[0], newer[0]), Math.min(older[1], newer[1])];
  return both[0] <= both[1] ? both : newer;
}

function withoutUndefined({ input, output }: { readonly [Kind in keyof TokenFactors]: FactorRange | undefined }): BillRanges {
  return { ...(input === undefined ? {} : { input }), ...(output === undefined ? {} : { output }) };
}

function extend(ratios: readonly Ratio[], samples: readonly TokenSample[], wanted: TokenSample['kind']): readonly Ratio[] {
  const added = samples
    .filter(({ kind }) => kind === wanted)
    .map(({ counted, reported, overhead }): Ratio => [rounded((reported - overhead) / counted), rounded(reported / counted)]);
  return [...ratios, ...added].slice(-keptSamples);
}

/** The file may be of another version, or anything else: what is not understood is learnt anew. */
function parse(text: string | undefined): ReadonlyMap<string, Learnt> {
  const value = parseJson(text ?? '');
  if (!isJsonObject(value)) return new Map();
  return new Map(
    Object.entries(value).flatMap(([origin, learnt]) =>
      isJsonObject(learnt) ? [[origin, { input: ratiosIn(learnt['input']), output: ratiosIn(learnt['output']), bill: billIn(learnt['bill']) }] as const] : [],
    ),
  );
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

function bounded(ratio: number): number {
  return Math.min(bounds.most, Math.max(bounds.least, ratio));
}

function rounded(ratio: number): number {
  return Math.round(ratio * 10_000) / 10_000;
}
