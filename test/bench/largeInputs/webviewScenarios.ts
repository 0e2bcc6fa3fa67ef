import { lowerCase } from '../../../src/webview/find/searchableText.ts';
import { isUndecidedLine } from '../../../src/webview/markdown/openBlock/undecidedLine.ts';
import { PendingReferences } from '../../../src/webview/markdown/pendingReferences.ts';
import { cpuTime } from '../cpuTime.ts';
import { ratioScenario, timeScenario, type Scenario } from './scenario.ts';

export const webviewScenarios: readonly Scenario[] = [
  timeScenario('searching 150,000 escaped brackets for references', 200, () => {
    const pending = new PendingReferences(
      (label) => label,
      () => false,
    );
    return cpuTime(() => pending.add(0, '\\['.repeat(150_000)));
  }),
  ...Object.entries({ spaces: ' ', 'ideographic spaces': '\u3000' }).map(([name, space]) =>
    timeScenario(`deciding about a line of 100,000 ${name} before words`, 1_000, () =>
      cpuTime(() => isUndecidedLine(`${space.repeat(100_000)}words`)),
    ),
  ),
  ratioScenario('converting 2 MB with a letter that has no lower case of the same length, to usual text', 5, () => {
    const text = 'Some Words and More Words. '.repeat(80_000);
    const timeOf = (each: string) =>
      cpuTime(() => {
        for (let count = 0; count < 5; count += 1) lowerCase(each);
      });
    return timeOf(`${text}İ`) / (timeOf(`${text}Ж`) + 10);
  }),
];
