/** Starts each console line of the tests, to tell them from the lines of VS Code itself. */
export const testOutputPrefix = '[test] ';
