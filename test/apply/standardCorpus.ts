import { buildCorpus, divideSources, type ApplyCase } from './corpus.ts';
import { ownName } from './sources/ownHistory.ts';
import { readLaterSources, readSources } from './sources/readSources.ts';

/**
 * Builds the known, the held-out or the later part of the corpus that the figures are about. Takes about 10 seconds of CPU time,
 * and a minute more if packages must be downloaded.
 *
 * @param casesEach The largest number of cases for each language and form. A third of it is that of negative cases.
 */
export async function buildStandardCorpus(
  part: 'known' | 'heldOut' | 'later',
  say: (sentence: string) => void,
  casesEach = 6,
): Promise<readonly ApplyCase[]> {
  const sources =
    part === 'later' ? await readLaterSources(say) : divideSources(await readSources(say), [ownName])[part];
  return buildCorpus(sources, {
    casesEach,
    negativesEach: Math.ceil(casesEach / 3),
  });
}
