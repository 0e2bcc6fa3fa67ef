import { buildCorpus, divideSources, type ApplyCase, type CorpusOptions } from './corpus.ts';
import { ownName } from './sources/ownHistory.ts';
import { readSources } from './sources/readSources.ts';

/** The corpus that the figures are about. */
export interface StandardCorpus {
  readonly known: readonly ApplyCase[];
  readonly heldOut: readonly ApplyCase[];
}

const options: CorpusOptions = { casesEach: 6, negativesEach: 2 };

/** Builds the corpus from all sources. Takes about 20 seconds, and a minute more if packages must be downloaded. */
export async function buildStandardCorpus(say: (sentence: string) => void): Promise<StandardCorpus> {
  const { known, heldOut } = divideSources(await readSources(say), [ownName]);
  return {
    get known() {
      return buildCorpus(known, options);
    },
    get heldOut() {
      return buildCorpus(heldOut, options);
    },
  };
}
