// Scripts of package.json that run TypeScript preload this file, because an old Node would fail with a syntax error.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `This needs Node 24, but runs on Node ${process.versions.node}. ` +
      'npm ci puts Node 24 into node_modules unless install scripts are blocked: ' +
      'run "npm ci", or "npm rebuild node --ignore-scripts=false".',
  );
  process.exit(1);
}
