/**
 * The program behind `npm run service`. Starts the stand-in service and prints instructions. Prints one line for each
 * request when the request has ended.
 */
import { parseCommandLine, usageText } from './commandLine.ts';
import { describeExchange, describeService } from './describe.ts';
import { startStandIn } from './standIn.ts';

const parsed = parseCommandLine(process.argv.slice(2));
if (parsed === 'help') {
  console.log(usageText);
} else if (typeof parsed === 'string') {
  fail(`${parsed} Try --help.`);
} else {
  try {
    const standIn = await startStandIn({
      ...parsed,
      onClosed: (exchange) => console.log(describeExchange(exchange, standIn)),
    });
    console.log(describeService(standIn));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void standIn.close());
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!taken) throw error;
    fail(`Port ${parsed.port} is taken. Choose another with --port, or --port 0 for any that is free.`);
  }
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
