import { buildCorpus, divideSources, type ApplyCase, type CorpusOptions } from './corpus.ts';
import { ownName } from './sources/ownHistory.ts';
import { readSources } from './sources/readSources.ts';

const options: CorpusOptions = { casesEach: 6, negativesEach: 2 };

/**
 * Builds the known or the held-out part of the corpus that the figures are about. Takes about 10 seconds of CPU time,
 * and a minute more if packages must be downloaded.
 */
export async function buildStandardCorpus(
  part: 'known' | 'heldOut',
  say: (sentence: string) => void,
): Promise<readonly ApplyCase[]> {
  return buildCorpus(divideSources(await readSources(say), [ownName])[part], options);
}
