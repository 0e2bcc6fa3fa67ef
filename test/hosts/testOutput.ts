/** The prefix of the console lines of tests inside VS Code. It distinguishes these lines from VS Code's own lines. */
export const testOutputPrefix = '[test] ';
