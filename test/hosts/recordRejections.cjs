/**
 * VS Code's server and extension hosts preload this module. In an extension host, the module appends the stack of each
 * unhandled promise rejection to a file. `TALLY_REJECTIONS_FILE` is the path of this file. The module skips stacks that
 * do not contain the path in `TALLY_REJECTIONS_OF`. It also skips cancellations, as VS Code's own log does.
 */
const { appendFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const { TALLY_REJECTIONS_OF: folder, TALLY_REJECTIONS_FILE: file } = process.env;

if (folder && file && isMainThread && process.argv.includes('--type=extensionHost')) {
  process.on('unhandledRejection', (reason) => {
    const stack = String(reason?.stack ?? reason);
    if (stack.includes(folder) && reason?.name !== 'Canceled') appendFileSync(file, `${stack}\n`);
  });
}
