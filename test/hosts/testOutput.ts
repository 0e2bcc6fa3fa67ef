/** The prefix that distinguishes the console lines of tests inside VS Code from VS Code's own lines. */
export const testOutputPrefix = '[test] ';
