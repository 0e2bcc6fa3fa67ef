import { strict as assert } from 'node:assert';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Attachment } from '../../../../src/chat/messages/attachment.ts';
import type { TranscriptRecord } from '../../../../src/chat/messages/transcript.ts';
import { searchSessions, type TextMatch } from '../../../../src/chat/sessions/searchSessions.ts';
import { createSessionStore, type SessionStore } from '../../../../src/chat/sessions/sessionStore.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { exchangeRecords } from '../conversation/exchangeRecords.ts';

describe('searchSessions', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  let sessions: SessionStore;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    sessions = createSessionStore(createNodeFileStore(folder), Date.now);
  });

  const add = async (id: string, text: string) => sessions.append(id, exchangeRecords(text));
  const search = async (ids: readonly string[], query: string): Promise<readonly TextMatch[]> => {
    const found: TextMatch[] = [];
    await searchSessions(ids, query, {
      load: async (id) => sessions.load(id),
      signal: new AbortController().signal,
      onMatches: (matches) => found.push(...matches),
    });
    return found;
  };
  const idsOf = (matches: readonly TextMatch[]) => matches.map(({ id }) => id);

  it('reports all matching sessions of several batches, in the order of the given ids', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `s${index}`);
    for (const id of ids) await add(id, 'A zebra');
    assert.deepEqual(idsOf(await search(ids, 'zebra')), ids);
    assert.deepEqual(idsOf(await search(ids.toReversed(), 'zebra')), ids.toReversed());
  });

  it('reports matches batch by batch, and nothing for a batch without matches', async () => {
    const ids = Array.from({ length: 48 }, (_, index) => `s${index}`);
    for (const [index, id] of ids.entries()) await add(id, index < 16 || index > 31 ? 'A zebra' : 'A horse');
    const batches: number[] = [];
    await searchSessions(ids, 'zebra', {
      load: async (id) => sessions.load(id),
      signal: new AbortController().signal,
      onMatches: (matches) => batches.push(matches.length),
    });
    assert.deepEqual(batches, [16, 16]);
  });

  it('finds sessions whose messages together contain all words of the query, ignoring case', async () => {
    await add('both', 'Zebra');
    await sessions.append('both', exchangeRecords('and Ox', 2));
    await add('one', 'A zebra alone');
    assert.deepEqual(idsOf(await search(['both', 'one'], 'OX  zebra')), ['both']);
    assert.deepEqual(idsOf(await search(['both', 'one'], 'zeb')), ['both', 'one']);
  });

  it('returns a snippet with the longest word of the query if no text contains the query as a phrase', async () => {
    await add('a', 'abcdef, then a.b.c');
    const [match] = await search(['a'], 'a.b.c abcdef');
    assert.deepEqual([match?.isPhrase, match?.snippet.match], [false, 'abcdef']);
  });

  it('finds words in replies, and in the paths and the code of attachments', async () => {
    const attachment: Attachment = {
      id: 'a',
      path: 'src/cart.js',
      startLine: 1,
      endLine: 1,
      languageId: 'javascript',
      code: 'total();',
    };
    const question: TranscriptRecord = {
      type: 'question',
      id: 'q',
      at: 1,
      text: 'Explain',
      attachments: [attachment],
      content: '',
    };
    await sessions.append('s', [question, ...exchangeRecords('More', 2)]);
    for (const word of ['cart.js', 'total()', 'Reply to'])
      assert.deepEqual(idsOf(await search(['s'], word)), ['s'], word);
  });

  it('reports whether the words follow each other as a phrase', async () => {
    await add('phrase', 'the red\n  zebra runs');
    await add('apart', 'the zebra is red');
    await add('within', 'a zebra, then a red zebra');
    const found = await search(['phrase', 'apart', 'within'], 'Red zebra');
    assert.deepEqual(
      found.map(({ id, isPhrase, snippet }) => [id, isPhrase, snippet.match]),
      [
        ['phrase', true, 'red zebra'],
        ['apart', false, 'zebra'],
        ['within', true, 'red zebra'],
      ],
    );
  });

  it('treats the special characters of regular expressions literally', async () => {
    const special = 'a.b*c+(d)[e]{f}|g^h$i\\j/k?';
    await add('same', `x ${special} y`);
    await add('other', 'aXbbc(d)');
    assert.deepEqual(idsOf(await search(['same', 'other'], special)), ['same']);
    assert.deepEqual(idsOf(await search(['same', 'other'], 'a.b')), ['same']);
  });

  it('shortens the text before a match to whole words, and the text after a match to 120 characters', async () => {
    const before = Array.from({ length: 20 }, (_, index) => `before${index}`).join(' ');
    await add('long', `${before}\nzebra ${'after '.repeat(40)}`);
    await add('short', 'A zebra.');
    const [long, short] = await search(['long', 'short'], 'zebra');
    assert.deepEqual(short?.snippet, { before: 'A ', match: 'zebra', after: '.' });
    assert.deepEqual(long?.snippet.before, '…before17 before18 before19 ');
    assert.equal(long.snippet.after, ` ${'after '.repeat(40)}`.slice(0, 120).trimEnd());
  });

  it('returns all text before a match if that text has at most 32 characters', async () => {
    const before = 'One word, and then some more. — ';
    assert.equal(before.length, 32);
    await add('whole', `${before}zebra`);
    await add('cut', `-${before}zebra`);
    const [whole, cut] = await search(['whole', 'cut'], 'zebra');
    assert.equal(whole?.snippet.before, before);
    assert.equal(cut?.snippet.before, '…word, and then some more. — ');
  });

  it('removes the spaces at the beginning of a message from the text before a match', async () => {
    await add('indented', '  A zebra');
    const [indented] = await search(['indented'], 'zebra');
    assert.equal(indented?.snippet.before, 'A ');
  });

  it('finds nothing for a query without words', async () => {
    await add('s', 'A zebra');
    for (const query of ['', ' \n ']) assert.deepEqual(await search(['s'], query), []);
  });

  it('skips a session that cannot be read', async () => {
    await add('a', 'A zebra');
    await mkdir(path.join(folder, 'sessions', 'broken.jsonl'));
    await add('b', 'A zebra');
    assert.deepEqual(idsOf(await search(['a', 'broken', 'b'], 'zebra')), ['a', 'b']);
  });

  it('reports no more matches and reads no further batch after an abort', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `s${index}`);
    for (const id of ids) await add(id, 'A zebra');
    const controller = new AbortController();
    const loaded: string[] = [];
    const matches: TextMatch[] = [];
    await searchSessions(ids, 'zebra', {
      load: async (id) => {
        loaded.push(id);
        if (id === 's20') controller.abort();
        return sessions.load(id);
      },
      signal: controller.signal,
      onMatches: (found) => matches.push(...found),
    });
    assert.deepEqual([loaded.length, matches.length], [32, 16]);
  });
});
