import type { Acceptance } from '../acceptance.ts';

export const acceptedInVscode: readonly Acceptance[] = [
  {
    file: 'src/vscode/connection/apiKeyStore.ts',
    line: 'const { key, origin } = value ?? {};',
    mutation: '?? → left',
    reason: 'Equivalent: `catch` handles the error for the value null.',
  },
  {
    file: 'src/vscode/connection/connectionSource.ts',
    line: "return typeof parsed === 'string' ? undefined : parsed.key;",
    mutation: 'string emptied',
    reason: 'Equivalent: a string has no property `key`.',
  },
  {
    file: 'src/vscode/connection/connectionSource.ts',
    line: "if (typeof addressFromEnvironment === 'string' || addressFromEnvironment.baseUrl !== address.baseUrl)",
    mutation: 'string emptied',
    reason: 'Equivalent: a string has no `baseUrl`, so the second condition is true.',
  },
  {
    file: 'src/vscode/context/pathRanker.ts',
    line: 'const match = createFuzzyMatcher({ minScatteredLength: 2, maxGap: 40, maxRanked: 1_000 });',
    mutation: 'number - 1 #2',
    reason: 'The limit is one character lower.',
  },
  {
    file: 'src/vscode/context/pathRanker.ts',
    line: 'const match = createFuzzyMatcher({ minScatteredLength: 2, maxGap: 40, maxRanked: 1_000 });',
    mutation: 'number - 1',
    reason: 'Equivalent: a word of one letter cannot be scattered.',
  },
  {
    file: 'src/vscode/panel/costSoFarBatcher.ts',
    line: 'clearTimeout(timer);',
    mutation: 'call removed',
    reason: 'The next footer may be sent a little earlier.',
  },
  {
    file: 'src/vscode/panel/replyRemarks.ts',
    line: "case 'streaming':",
    mutation: 'string emptied',
    reason: 'Equivalent: without a matching case, the function also returns undefined.',
  },
  {
    file: 'src/vscode/panel/replyRemarks.ts',
    line: "clock: { counts: 'down', seconds: Math.max(0, Math.ceil((progress.at - now) / 1_000)) },",
    mutation: 'number - 1 #2',
    reason: 'The countdown differs by a thousandth.',
  },
  {
    file: 'src/vscode/panel/replyRemarks.ts',
    line: "case 'stop':",
    mutation: 'string emptied',
    reason: 'The type checker rejects a case that is not an ActionId.',
  },
  {
    file: 'src/vscode/panel/replyRemarks.ts',
    line: "case 'keepWaiting':",
    mutation: 'string emptied',
    reason: 'The type checker rejects a case that is not an ActionId.',
  },
  {
    file: 'src/vscode/panel/textBatcher.ts',
    line: 'else timer ??= setTimeout(onTimer, longestWaitMilliseconds - elapsed);',
    mutation: '- → +',
    reason: 'The text is shown at most one frame later.',
  },
  {
    file: 'src/vscode/panel/watchPanel.ts',
    line: 'const defaultTimeout = 10_000;',
    mutation: 'number - 1',
    reason: 'The timeout is a free choice.',
  },
  {
    file: 'src/vscode/panel/watchPanel.ts',
    line: 'const defaultTimeout = 10_000;',
    mutation: 'number + 1',
    reason: 'The timeout is one millisecond longer.',
  },
  {
    file: 'src/vscode/settings/editorSettings.ts',
    line: "tokenColorCustomizations: configuration.get('editor.tokenColorCustomizations'),",
    mutation: 'string emptied',
    reason: 'Held by test/ui/codeColors.test.ts in VS Code.',
  },
  {
    file: 'src/vscode/settings/settings.ts',
    line: '...parsePrompts(setting?.workspaceFolderValue, true),',
    mutation: 'optional chaining → plain',
    reason: 'Equivalent: VS Code returns a value for each setting that package.json declares.',
  },
  {
    file: 'src/vscode/tokenColors/activeTheme.ts',
    line: 'ofKind.find(({ id }) => id === wanted) ?? ofKind.find(({ id }) => currentName(id) === currentName(wanted));',
    mutation: 'find → findLast',
    reason: 'Differs only if two themes have the same id.',
  },
  {
    file: 'src/vscode/tokenColors/readThemeRules.ts',
    line: 'if (text.length > maxLength) throw new Error(`The theme file ${file} is too large.`);',
    mutation: '> → >=',
    reason: 'The limit is one character lower.',
  },
  {
    file: 'src/vscode/tokenColors/readThemeRules.ts',
    line: 'const maxDepth = 10;',
    mutation: 'number + 1',
    reason: 'Harmless: the limit only has to stop circular includes.',
  },
  {
    file: 'src/vscode/tokenColors/readThemeRules.ts',
    line: 'const maxLength = 2_000_000;',
    mutation: 'number + 1',
    reason: 'Harmless: the limit is one character higher.',
  },
];
