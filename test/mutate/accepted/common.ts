import type { Acceptance } from '../acceptance.ts';

export const acceptedInCommon: readonly Acceptance[] = [
  {
    file: 'src/common/base64.ts',
    line: 'const second = values[letters[from + 1] ?? 0] ?? invalid;',
    mutation: '?? → left',
    reason: 'Equivalent: `values` has an entry for each byte.',
  },
  {
    file: 'src/common/base64.ts',
    line: 'const third = values[letters[from + 2] ?? 0] ?? invalid;',
    mutation: '?? → left #2',
    reason: 'Equivalent: the length of `letters` is a multiple of four.',
  },
  {
    file: 'src/common/base64.ts',
    line: 'for (let value = 0; value < alphabet.length; value += 1) values[alphabet.charCodeAt(value)] = value;',
    mutation: '< → <=',
    reason: 'Equivalent: the index of the added entry is not a number, so that no byte finds it.',
  },
  {
    file: 'src/common/base64.ts',
    line: 'const second = values[letters[from + 1] ?? 0] ?? invalid;',
    mutation: '?? → left #2',
    reason: 'Equivalent: the length of `letters` is a multiple of four.',
  },
  {
    file: 'src/common/base64.ts',
    line: 'const group = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);',
    mutation: 'number + 1 #4',
    reason: 'Equivalent: padding replaces the character with the added bit.',
  },
  {
    file: 'src/common/code/changedLines.ts',
    line: 'while (equalAtStart < shorter && oldLines[equalAtStart] === newLines[equalAtStart]) equalAtStart += 1;',
    mutation: '< → <=',
    reason: 'Equivalent: the line after the shorter text differs, because the texts are not equal.',
  },
  {
    file: 'src/common/code/fitCode.ts',
    line: "return /^[ \\t]*/.exec(line)?.[0] ?? '';",
    mutation: 'optional chaining → plain',
    reason: 'Equivalent: the expression matches every line.',
  },
  {
    file: 'src/common/formatCost.ts',
    line: 'const lowFormat = lowDigits === digits ? highFormat : currencyFormat(lowDigits, locale);',
    mutation: 'condition → false',
    reason: 'Creates an equal format again, which only takes more time.',
  },
  {
    file: 'src/common/fuzzyMatcher.ts',
    line: 'const [from = 0, to = 0] = flat.slice(index, index + 2);',
    mutation: 'number + 1 #3',
    reason: 'Equivalent: the third element is not used.',
  },
  {
    file: 'src/common/fuzzyMatcher.ts',
    line: "if (needle === '') return [];",
    mutation: 'condition → false',
    reason: 'Equivalent: uFuzzy finds nothing for an empty query.',
  },
  {
    file: 'src/common/fuzzyMatcher.ts',
    line: "if (base === '' && ends.length > 0) ends[ends.length - 1] = end;",
    mutation: '&& → ||',
    reason: 'Equivalent: the last entry is `end` already, or the list is empty.',
  },
  {
    file: 'src/common/fuzzyMatcher.ts',
    line: "intraSplit: '\\\\p{Ll}\\\\p{Lu}',",
    mutation: 'string emptied',
    reason: 'Equivalent: the query is in lower case, so uFuzzy splits none of its words.',
  },
  {
    file: 'src/common/protocol/conversationProtocol.ts',
    line: "'openAccount',",
    mutation: 'string emptied',
    reason: 'The type checker rejects the uses of an ActionId that is missing.',
  },
  {
    file: 'src/common/protocol/parseFromSpendPageMessage.ts',
    line: 'const maxIdLength = 1_000;',
    mutation: 'number + 1',
    reason: 'The limit is one character higher.',
  },
];
