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
    file: 'src/webview/highlight/tokenClasses.ts',
    line: 'const maxClasses = 5000;',
    mutation: 'number + 1',
    reason: 'The limit is one class higher.',
  },
  {
    file: 'src/webview/highlight/tokenEngine.ts',
    line: 'const highlighter = await createShikiPrimitiveAsync({ themes: [], langs: [], engine, warnings: false });',
    mutation: 'false → true',
    reason: 'The mutation only makes Shiki write warnings to the console.',
  },
  {
    file: 'src/webview/markdown/markdownStream.ts',
    line: "if (!path.isSingleChain || leaf?.type !== 'paragraph_open' || inline === undefined) return false;",
    mutation: 'optional chaining → plain',
    reason: 'Equivalent: the tail has a first block, so `leaf` is not undefined.',
  },
  {
    file: 'src/webview/markdown/openBlock/leafCut.ts',
    line: 'const minLength = 1_024;',
    mutation: 'number - 1',
    reason: 'The limit is one character lower.',
  },
  {
    file: 'src/webview/markdown/openBlock/leafCut.ts',
    line: "const bar = content.indexOf('|', content.lastIndexOf('\\n') + 1);",
    mutation: '+ → -',
    reason: 'The panel shows the same, but may parse more text repeatedly.',
  },
  {
    file: 'src/webview/markdown/openBlock/leafCut.ts',
    line: "const bar = content.indexOf('|', content.lastIndexOf('\\n') + 1);",
    mutation: 'lastIndexOf → indexOf',
    reason: 'The panel shows the same, but may parse more text repeatedly.',
  },
  {
    file: 'src/webview/markdown/openBlock/leafCut.ts',
    line: "const lineStart = content.lastIndexOf('\\n', end - 1) + 1;",
    mutation: '+ → -',
    reason: 'The panel shows the same, but may parse more text repeatedly.',
  },
  {
    file: 'src/webview/markdown/openBlock/openLevel.ts',
    line: "const containerTags: ReadonlySet<string> = new Set(['ul', 'ol', 'li', 'blockquote', 'div', 'table', 'tbody']);",
    mutation: 'string emptied #6',
    reason: 'The panel shows the same, but updates more nodes while a table grows.',
  },
  {
    file: 'src/webview/markdown/openBlock/openLevel.ts',
    line: "if (headCount === undefined || whole.kind !== 'element' || finished.kind !== 'element') return [];",
    mutation: '|| → && #2',
    reason: 'Equivalent: `finished` is the beginning of the block `whole`, so both have the same kind.',
  },
  {
    file: 'src/webview/markdown/openBlock/openPath.ts',
    line: 'const follows = (before?.map?.[1] ?? 0) >= line && !mayBeTitle && !mayBeText;',
    mutation: '>= → >',
    reason: 'The panel shows the same, but parses more text repeatedly.',
  },
  {
    file: 'src/webview/markdown/openBlock/openPath.ts',
    line: "if (token.type === 'table_open') return 0;",
    mutation: 'return removed',
    reason: 'The panel shows the same, but a table may also be cut directly before its first row.',
  },
  {
    file: 'src/webview/markdown/openBlock/openPath.ts',
    line: "if (token.type === 'tbody_open') return children.at(-1)?.map?.[0] ?? 0;",
    mutation: 'optional chaining → plain',
    reason: 'Equivalent: a table body has at least one row.',
  },
  {
    file: 'src/webview/markdown/openBlock/openPath.ts',
    line: 'for (let index = blocks.length - 1; index >= 0; index -= 1) {',
    mutation: '- → +',
    reason: 'Equivalent: the loop skips indexes after the last block.',
  },
  {
    file: 'src/webview/markdown/openBlock/openPath.ts',
    line: 'return 0;',
    mutation: 'number - 1',
    reason: 'Equivalent: a cut before the first line is no cut.',
  },
  {
    file: 'src/webview/markdown/openBlock/openPath.ts',
    line: "const own = inner[token.type === 'table_open' ? 1 : 0];",
    mutation: 'string emptied',
    reason: 'The panel shows the same, but may parse more text repeatedly.',
  },
  {
    file: 'src/webview/markdown/openBlock/openPath.ts',
    line: 'if (line > (container.children[0]?.map?.[0] ?? Infinity))',
    mutation: '?? → left',
    reason: 'Equivalent: no number is greater than undefined.',
  },
  {
    file: 'src/webview/markdown/openBlock/safeCut.ts',
    line: "line + 1 < starts.length && source.slice(starts[line], starts[line + 1]).trim() === '';",
    mutation: 'number + 1 #2',
    reason: 'The panel shows the same, but parses more text repeatedly.',
  },
  {
    file: 'src/webview/markdown/parser/formulaRules.ts',
    line: 'state.line = silent ? state.line : line + 1;',
    mutation: 'condition → false',
    reason: 'Equivalent: after a silent call, markdown-it sets the line itself.',
  },
  {
    file: 'src/webview/markdown/parser/settledPositions.ts',
    line: "return window.includes('\\n') || window.length > maxInlineLength + 1 ? position + openingLength : -1;",
    mutation: 'number - 1',
    reason:
      'Only matters between the two characters of a closing `\\)` or `\\]`, if the formula has the maximum length.',
  },
  {
    file: 'src/webview/markdown/parser/settledPositions.ts',
    line: "return window.includes('\\n') || window.length > maxInlineLength + 1 ? position + openingLength : -1;",
    mutation: 'number + 1 #2',
    reason: 'Equivalent: every negative result means that the text is not settled.',
  },
  {
    file: 'src/webview/markdown/parser/settledPositions.ts',
    line: 'const end = position + (word.exec(text)?.[0].length ?? 0);',
    mutation: 'optional chaining → plain',
    reason: 'Equivalent: the expression matches every text.',
  },
  {
    file: 'src/webview/markdown/parser/settledPositions.ts',
    line: 'return -1;',
    mutation: 'number + 1',
    reason: 'Equivalent: every negative result means that the text is not settled.',
  },
  {
    file: 'src/webview/markdown/parser/settledPositions.ts',
    line: 'if (next < 0) return settled;',
    mutation: '< → <=',
    reason: 'Equivalent: a position after a skipped text is above 0.',
  },
  {
    file: 'src/webview/markdown/parser/settledPositions.ts',
    line: 'return /[`*_~[\\]\\\\$<]/.test(text.slice(position + 1, end)) ? -1 : end + 1;',
    mutation: 'number + 1 #2',
    reason: 'Equivalent: every negative result means that the text is not settled.',
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
    file: 'src/webview/spend/spendTable.ts',
    line: 'const rowsAtOnce = 100;',
    mutation: 'number - 1',
    reason: 'The table shows one row fewer at first.',
  },
];
