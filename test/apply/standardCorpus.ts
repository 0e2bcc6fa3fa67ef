import { buildCorpus, divideSources, type ApplyCase } from './corpus.ts';
import { ownName } from './sources/ownHistory.ts';
import { readSources } from './sources/readSources.ts';

/**
 * Builds the known or the held-out part of the corpus that the figures are about. Takes about 10 seconds of CPU time,
 * and a minute more if packages must be downloaded.
 *
 * @param casesEach The largest number of cases for each language and form. A third of it is that of negative cases.
 */
export async function buildStandardCorpus(
  part: 'known' | 'heldOut',
  say: (sentence: string) => void,
  casesEach = 6,
): Promise<readonly ApplyCase[]> {
  return buildCorpus(divideSources(await readSources(say), [ownName])[part], {
    casesEach,
    negativesEach: Math.ceil(casesEach / 3),
  });
}
