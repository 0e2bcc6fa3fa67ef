/**
 * Preloaded into VS Code's server and its child processes. In the extension host, appends the stacks of unhandled
 * rejections to the file `TALLY_REJECTIONS_FILE`, if a stack names a file in the folder `TALLY_REJECTIONS_OF`.
 * Skips cancellations, as VS Code's own log does.
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
