// The npm scripts that run TypeScript preload this file, so that an old Node fails with a helpful message. Without this
// file, an old Node might only report a syntax error in the TypeScript code.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `This needs Node 24, but runs on Node ${process.versions.node}. ` +
      'npm ci puts Node 24 into node_modules unless install scripts are blocked: ' +
      'run "npm ci", or "npm rebuild node --ignore-scripts=false".',
  );
  process.exit(1);
}
