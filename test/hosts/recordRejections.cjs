/**
 * VS Code's server and extension hosts preload this module. In an extension host, the module appends the stack of each
 * unhandled rejection to the file `TALLY_REJECTIONS_FILE`. The module skips stacks that do not contain the
 * path `TALLY_REJECTIONS_OF`, and cancellations, which VS Code's own log also skips.
 */
const { appendFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const { TALLY_REJECTIONS_OF: folder, TALLY_REJECTIONS_FILE: file } = process.env;

if (isMainThread && process.argv.includes('--type=extensionHost')) {
  process.on('unhandledRejection', (reason) => {
    const stack = String(reason?.stack ?? reason);
    if (stack.includes(folder) && reason.name !== 'Canceled') appendFileSync(file, `${stack}\n`);
  });
}
