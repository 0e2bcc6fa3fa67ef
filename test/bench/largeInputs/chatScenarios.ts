import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDrafts } from '../../../src/chat/archive/addDrafts.ts';
import { createDraftStore, emptyDraft } from '../../../src/chat/draft/draftStore.ts';
import { mergeEdits } from '../../../src/chat/draft/unsentEdits.ts';
import { createTextSearch } from '../../../src/chat/draft/textSearch.ts';
import { joinContinuations } from '../../../src/chat/messages/joinedReplies.ts';
import type { Message, Question, Reply } from '../../../src/chat/messages/message.ts';
import { createFenceScanner } from '../../../src/chat/messages/openFence.ts';
import { createJoinedText } from '../../../src/chat/messages/replySeam.ts';
import { requestMessages } from '../../../src/chat/messages/requestMessages.ts';
import { formatTranscriptRecord, type TranscriptRecord } from '../../../src/chat/messages/transcript.ts';
import { sessionTitle } from '../../../src/chat/sessions/sessionSummary.ts';
import { sessionChanges } from '../../../src/chat/windows/sessionChanges.ts';
import { noCost } from '../../../src/meter/cost.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { repetitiveTexts } from '../../unit/chat/draft/repetitiveTexts.ts';
import { parseTranscript } from '../../unit/chat/messages/runSteps.ts';
import { asyncCpuTime, cpuTime } from '../cpuTime.ts';
import { averageTime, least, ratioScenario, timeScenario, type Scenario } from './scenario.ts';

const question = (id: string, text = ''): Question => ({
  kind: 'question',
  id,
  at: 1,
  text,
  attachments: [],
  content: text,
});
const reply = (id: string, questionId: string, text: string, more: Partial<Reply> = {}): Reply => ({
  ...{ kind: 'reply', id, questionId, at: 1, text, reasoning: '', state: 'complete', ...more },
});

export const chatScenarios: readonly Scenario[] = [
  ...titleScenarios(),
  ratioScenario('comparing 5 MB of equal messages, to formatting them', 1, () => {
    const messages = () =>
      Array.from({ length: 5 }, () => {
        // A new string each time, because equal strings at the same address are compared without reading them.
        const text = Buffer.from('One line of code\n'.repeat(30_000)).toString();
        return [question('q', text), reply('r', 'q', text)];
      }).flat();
    const [before, after] = [messages(), messages()];
    const timeOf = (run: () => unknown) => least(() => averageTime(run));
    return timeOf(() => sessionChanges(before, after)) / timeOf(() => JSON.stringify(before));
  }),
  timeScenario('finding the open code block after each of 1,000 pieces of a line of 1 MB', 500, () => {
    const scanner = createFenceScanner();
    scanner.push(`\`\`\`js\n${' '.repeat(1024 * 1024)}x`);
    return cpuTime(() => {
      for (let count = 0; count < 1_000; count += 1) {
        scanner.push('z');
        scanner.open();
      }
    });
  }),
  timeScenario('joining 500 pieces to 1 MB without spaces', 1_000, () => {
    const seam = createJoinedText('ab'.repeat(500_000)).seam();
    return cpuTime(() => {
      for (let count = 0; count < 500; count += 1) seam.push('ab');
      seam.finish();
    });
  }),
  // Quadratic time would be 400 times as long.
  ratioScenario('making a request of 20,000 messages, to 1,000', 100, () => {
    const [long, short] = [10_000, 500].map((length) => {
      const messages = Array.from({ length }, (_, index) => [
        question(`${index}`, `${index}`),
        reply(`r${index}`, `${index}`, 'A', { reasoning: 'thought' }),
      ]).flat();
      const target = { mode: 'messages', origin: 'https://api.example.com' } as const;
      return least(() => averageTime(() => requestMessages(target, messages, question('new', 'new'))));
    });
    return long! / (short! + 0.2);
  }),
  // Quadratic time would be 100 times as long.
  ratioScenario('joining a reply with 1,500 continuations, to 150', 30, () => {
    const [long, short] = [1_500, 150].map((count) => {
      const messages = continuations(count);
      return least(() => averageTime(() => joinContinuations(messages)));
    });
    return long! / (short! + 20 / 30);
  }),
  ...transcriptScenarios(),
  ...draftScenarios(),
];

function titleScenarios(): readonly Scenario[] {
  const texts: Readonly<Record<string, string>> = {
    '1 MB of line breaks': '\n'.repeat(1_000_000),
    '1 MB of blank lines before the title': `${'\n \t\n'.repeat(300_000)}The title`,
    '999 lines of Markdown marks before the title': `${'> \n\n'.repeat(999)}The title`,
    '1,000 lines of Markdown marks before the title': `${'> \n\n'.repeat(1_000)}The title`,
    '500,000 lines of Markdown marks': '>\n'.repeat(500_000),
  };
  return Object.entries(texts).map(([name, text]) =>
    timeScenario(`making a title from ${name}`, 100, () => cpuTime(() => sessionTitle([question('q', text)], ''))),
  );
}

/** Returns a question and its reply, followed by continuations. */
function continuations(count: number): readonly Message[] {
  return Array.from({ length: count + 1 }, (_, index): readonly Message[] => [
    { ...question(`q${index}`), ...(index > 0 && { isContinuation: true, continues: 'r0' }) },
    reply(`r${index}`, `q${index}`, `Line ${index}: a line of text\n`.repeat(16), {
      state: 'stopped',
      ending: { end: 'stopped', charged: 'yes' },
    }),
  ]).flat();
}

/** Transcripts whose records could take quadratic time. */
function transcriptScenarios(): readonly Scenario[] {
  const questions = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const { id, at, text, attachments, content } = question(`q${index}`);
      return formatTranscriptRecord({ type: 'question', id, at, text, attachments, content });
    });
  const deletion = (ids: readonly string[]) => formatTranscriptRecord({ type: 'deleted', ids });
  const unknownIds = (count: number) => Array.from({ length: count }, (_, index) => `unknown ${index}`);
  return [
    ratioScenario('parsing 4,000 questions and a deletion of 100,000 ids, to parsing the two separately', 5, () => {
      const [asked, deleted] = [questions(4_000).join(''), deletion(unknownIds(100_000))];
      const timeOf = (text: string) => cpuTime(() => parseTranscript(text));
      const alone = timeOf(asked) + timeOf(deleted);
      return timeOf(asked + deleted) / alone;
    }),
    ratioScenario('parsing 20,000 questions and 2,001 deletions, to JSON.parse', 30, () => {
      const ids = unknownIds(20_000);
      const deletions = [deletion(ids), ...ids.slice(0, 2_000).map((id) => deletion([id]))];
      return parsingRatio([...questions(20_000), ...deletions]);
    }),
    ratioScenario('parsing 20,000 pieces of text that overlap, to JSON.parse', 30, () => {
      const pieces: readonly TranscriptRecord[] = Array.from({ length: 20_000 }, (_, index) => ({
        ...{ type: 'text', replyId: 'r', text: 'ab', start: Math.max(0, index - 1) + 999_999 },
      }));
      return parsingRatio(
        [
          { type: 'reply', id: 'r', questionId: 'q', at: 1 } as const,
          { type: 'text', replyId: 'r', text: 'a'.repeat(1_000_000), start: 0 } as const,
          ...pieces,
        ].map(formatTranscriptRecord),
      );
    }),
    ratioScenario('parsing replies from 4,000 origins, to JSON.parse', 30, () => {
      const records = Array.from({ length: 4_000 }, (_, index): readonly TranscriptRecord[] => [
        { type: 'reply', id: `r${index}`, questionId: 'q', at: 1, origin: `https://${index}.example.com` },
        { type: 'booked', replyId: `r${index}`, cost: noCost, history: { least: 1, most: 2 } },
      ]);
      return parsingRatio(records.flat().map(formatTranscriptRecord));
    }),
  ];
}

/** Returns the ratio of the times for parsing the lines as a transcript and for parsing their JSON. */
function parsingRatio(lines: readonly string[]): number {
  const parsing = cpuTime(() => {
    for (const line of lines) JSON.parse(line);
  });
  return cpuTime(() => parseTranscript(lines.join(''))) / parsing;
}

/** Drafts with texts for which `includes` takes very long. */
function draftScenarios(): readonly Scenario[] {
  const [whole, part] = repetitiveTexts(2 ** 17);
  const edit = (text: string) => ({ sessionId: 's', questionId: 'q', text });
  return [
    timeScenario('merging two edits with repetitions', 500, () =>
      cpuTime(() => mergeEdits([edit(whole)], [edit(part)])),
    ),
    timeScenario('searching texts with repetitions for 1,000 texts', 2_000, () => {
      const contains = createTextSearch();
      const [long, longPart] = repetitiveTexts(2 ** 20);
      return cpuTime(() => {
        for (let length = 3_000; length < 4_000; length += 1)
          contains(new Set([long, `${long}a`]), longPart.slice(0, length));
      });
    }),
    timeScenario('importing two drafts with repetitions', 1_000, async () => {
      const pairs = [
        [{ text: whole }, { text: part }],
        [{ edits: [edit(whole)] }, { edits: [edit(part)] }],
      ] as const;
      let time = 0;
      for (const [known, imported] of pairs) {
        const folder = await mkdtemp(join(tmpdir(), 'tally-bench-'));
        const files = createNodeFileStore(folder);
        await createDraftStore(files, () => undefined).save({ ...emptyDraft, ...known });
        time += await asyncCpuTime(async () => addDrafts(files, [{ ...emptyDraft, ...imported }], () => 'hash'));
        await rm(folder, { recursive: true });
      }
      return time;
    }),
  ];
}
