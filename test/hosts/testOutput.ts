/** Marks what tests inside VS Code print, among all that VS Code itself prints. */
export const testOutputPrefix = '[test] ';
