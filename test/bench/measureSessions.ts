import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { searchSessions } from '../../src/chat/sessions/searchSessions.ts';
import { createSessionStore } from '../../src/chat/sessions/sessionStore.ts';
import { createNodeFileStore } from '../../src/node/nodeFileStore.ts';
import { median, type Figure } from './figure.ts';
import { writeLongSession, writeManySessions } from './manySessions.ts';

const sessions = 5_000;
const rounds = 5;
/**
 * The number of exchanges of a long session, which is about 16 MB long. Each message sends the whole session to the
 * service, so the context of a model ends a session long before.
 */
const exchangesOfLongSession = 5_000;

/** Measures how long it takes to list and to search 5,000 sessions, and to load a long session. */
export async function measureSessions(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tally-bench-'));
  const store = () => createSessionStore(createNodeFileStore(folder), Date.now);
  try {
    await writeManySessions(folder, sessions);
    const first = await timed(async () => store().list());
    const cachedListTimes: number[] = [];
    const fullListTimes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      let shownAfter: number | undefined;
      const found = await store().list(() => (shownAfter ??= performance.now() - start));
      if (found.length !== sessions) throw new Error(`${found.length} of ${sessions} sessions were listed.`);
      fullListTimes.push(performance.now() - start);
      cachedListTimes.push(shownAfter ?? Number.NaN);
    }
    const searchedStore = store();
    const ids = (await searchedStore.list()).map(({ id }) => id);
    let matches = 0;
    const searched = await timed(async () =>
      searchSessions(ids, 'NEEDLE and go', {
        load: async (id) => searchedStore.load(id),
        signal: new AbortController().signal,
        onMatches: (found) => (matches += found.length),
      }),
    );
    await writeLongSession(folder, 'long', exchangesOfLongSession);
    const loaded = await timed(async () => {
      const { messages } = await store().load('long');
      if (messages.length !== 2 * exchangesOfLongSession) throw new Error(`${messages.length} messages were loaded.`);
    });
    if (matches !== sessions / 1000) throw new Error(`Found ${matches} of ${sessions / 1000} sessions.`);
    return [
      { name: '5,000 sessions: first list, without an index', value: first, unit: 'ms', atMost: 15_000 },
      { name: '5,000 sessions: list from the index', value: median(cachedListTimes), unit: 'ms', atMost: 150 },
      {
        name: '5,000 sessions: list checked against the files',
        value: median(fullListTimes),
        unit: 'ms',
        atMost: 1_000,
      },
      { name: '5,000 sessions: search of all texts', value: searched, unit: 'ms', atMost: 10_000 },
      { name: '16 MB session of 10,000 messages: load', value: loaded, unit: 'ms', atMost: 3_000 },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
