// Some of the measured files import 'vscode'. This module replaces it for all modules that are imported later.
import '../../unit/vscode/vscodeModule.ts';
import type { Reply } from '../../../src/chat/messages/message.ts';
import type { SentRequest } from '../../../src/chat/messages/sentRequest.ts';
import { createIgnoreRules } from '../../../src/vscode/context/ignoreRules.ts';
import { customizedRules } from '../../../src/vscode/tokenColors/customizedRules.ts';
import { configuration } from '../../unit/vscode/settings/configuration.ts';
import { asyncCpuTime, cpuTime } from '../cpuTime.ts';
import { ratioScenario, timeScenario, type Scenario } from './scenario.ts';

export const vscodeScenarios: readonly Scenario[] = [
  timeScenario('reading settings with 10 MB of hidden characters', 500, async () => {
    const { readSettings } = await import('../../../src/vscode/settings/settings.ts');
    const many = Array.from({ length: 200 }, (_, index) => ({ name: `${index}`, text: '\ufe0f'.repeat(50_000) }));
    return cpuTime(() => readSettings(configuration({}, { 'tally.prompts': many }), {}));
  }),
  timeScenario('reading token colours for 200 themes with long names', 500, () => {
    const keys = Array.from({ length: 200 }, (_, index) => `${'['.repeat(24_750)}${index}`);
    const setting = Object.fromEntries(keys.map((key) => [key, {}]));
    return cpuTime(() => customizedRules(setting, 'Abyss'));
  }),
  ratioScenario('masking five keys in a request, to masking one', 2.5, async () => {
    const { requestText } = await import('../../../src/vscode/connection/requestDocuments.ts');
    const current = { baseUrl: 'https://now.example.com/v1', origin: 'https://now.example.com' };
    const keys = ['sk-1234567890', 'key-abcdefghij', 'another-key', 'a-fourth-key', 'a-fifth-key'];
    const least = async (secrets: readonly string[]): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < 3; round += 1)
        times.push(await asyncCpuTime(async () => requestText(longRequest(), current, secrets)));
      return Math.min(...times);
    };
    return (await least(keys)) / (await least(keys.slice(0, 1)));
  }),
  ...ignoreRules(),
];

function longRequest(): SentRequest {
  const reply: Reply = {
    ...{ kind: 'reply', id: 'r', questionId: 'q', at: 1, text: '', reasoning: '', state: 'complete' },
  };
  return {
    reply,
    facts: { baseUrl: 'https://api.example.com/v1', extraBody: { model: 'small' } },
    sessionId: 'a-session-id',
    messages: Array.from({ length: 10 }, () => ({ role: 'user', content: 'x '.repeat(30_000) })),
    doubts: [],
  };
}

/** Hostile .gitignore files. */
function ignoreRules(): readonly Scenario[] {
  const lines = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, i) => line(i));
  const files = (count: number, text: string) =>
    lines(count, (index) => `f${index}`).map((folder) => ({ folder, text }));
  const pairs = lines(1_000, (index) => `!*a*a*a*a*${index}\n${'a'.repeat(20)}${index}`).join('\n');
  const hostile = {
    'many pairs of ! rules and folders': files(1, pairs),
    'many long patterns': files(4, lines(499, (index) => `${'/?'.repeat(95)}${index}`).join('\n')),
    'many dropped lines': files(200, `${'*a'.repeat(24)}\n`.repeat(2_000)),
  };
  const slow = ['**/a/**/', 'a/**/a/**/', '**/*a*/**/*a*a*a*', 'a/**/', '**/', '*a*a*a*a*a*a*a*', 'a/', ''];
  const paths = ['a/', 'aaaaa/'].flatMap((name) => [`${name.repeat(300).slice(0, 258)}a`, `${name.repeat(40)}a`]);
  return [
    ...Object.entries(hostile).map(([name, gitignores]) =>
      timeScenario(`creating ignore rules from ${name}, and checking one path`, 300, () =>
        cpuTime(() => createIgnoreRules(gitignores).ignores('src/a/b/c.ts')),
      ),
    ),
    ...['', 'a'].flatMap((folder) =>
      slow.map((start) =>
        timeScenario(`checking a path with 2,000 ignore rules ${start}x in the folder "${folder}"`, 300, () => {
          const text = lines(2_000, (index) => `${start}x${index}`).join('\n');
          const { ignores } = createIgnoreRules([{ folder, text }]);
          return Math.max(...paths.map((path) => cpuTime(() => ignores(path))));
        }),
      ),
    ),
  ];
}
