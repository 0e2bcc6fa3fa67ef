import { parseArgs } from 'node:util';
import { dollar, type Usage } from './billing.ts';
import { parseDirective } from './directives.ts';
import { framings } from './framing.ts';
import type { Script } from './script.ts';
import type { StandInOptions } from './standIn.ts';

const options = {
  port: { type: 'string', default: '8787' },
  host: { type: 'string', default: '127.0.0.1' },
  key: { type: 'string', default: 'sk-stand-in-key' },
  rate: { type: 'string', default: '60' },
  balance: { type: 'string', default: '10' },
  trial: { type: 'string', default: 'none' },
  usage: { type: 'string', default: 'reported' },
  tokens: { type: 'string' },
  framing: { type: 'string', default: 'sse' },
  fault: { type: 'string' },
  upstream: { type: 'string' },
  'upstream-model': { type: 'string' },
  'upstream-key': { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** Parses the arguments. Returns the options, the text `help` if `--help` is given, or an error message. */
export function parseCommandLine(words: readonly string[]): StandInOptions | string {
  try {
    const { values } = parseArgs({ args: [...words], options });
    return values.help === true ? 'help' : read(values);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export const usageText = `The stand-in service: the chat completion service of Tally Chat, on this machine, without an account.

  npm run service -- [options]

  --port 8787          port to listen on; 0 for any that is free
  --host 127.0.0.1     address to listen on
  --key sk-stand-in-key   the API key it accepts
  --rate 60            tokens per second; 0 for as fast as possible
  --balance 10         prepaid balance in US dollars
  --trial none         trial balance: none, free (50,000 tokens), paid (200,000), or a number of tokens
  --usage reported     or withheld, or PROMPT/CACHED/COMPLETION to say and bill the same each time
  --tokens N           every reply has exactly N tokens
  --framing sse        form of the stream: ${framings.join(', ')}
  --fault "..."        the same fault each time, such as --fault "status 429 retry-after 3"
  --upstream URL       relay to an OpenAI-compatible server, such as http://127.0.0.1:11434/v1
  --upstream-model M   the model to ask for there
  --upstream-key K     the key for it, if it wants one
  --help               this text

In the chat, a message with the line /help lists the faults and how to ask for one.`;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

function read(values: Values): StandInOptions {
  const { upstream, 'upstream-model': model, 'upstream-key': apiKey } = values;
  if (upstream !== undefined && !URL.canParse(upstream)) throw new Error(`--upstream ${upstream} is not a URL.`);
  return {
    port: readNumber('port', values.port),
    host: values.host,
    apiKey: values.key,
    balance: Math.round(readNumber('balance', values.balance) * dollar),
    trial: readTrial(values.trial),
    ...readDirective('rate', values.rate),
    ...readUsage(values.usage),
    ...readDirective('framing', values.framing),
    ...(values.tokens !== undefined && readDirective('tokens', values.tokens)),
    ...(values.fault !== undefined && readDirective('fault', values.fault)),
    ...(upstream !== undefined && {
      upstream: { url: upstream, ...(model !== undefined && { model }), ...(apiKey !== undefined && { apiKey }) },
    }),
  };
}

function readDirective(name: string, value: string): Script {
  const script = parseDirective(`/${name} ${value}`);
  if (typeof script === 'string') throw new Error(`--${name} ${value} is not understood.`);
  return script;
}

function readTrial(value: string): number {
  if (value === 'none') return 0;
  if (value === 'free') return 50_000;
  return value === 'paid' ? 200_000 : readNumber('trial', value);
}

function readUsage(value: string): Script {
  const fixed = /^(\d+)\/(\d+)\/(\d+)$/.exec(value);
  if (fixed === null) return readDirective('usage', value);
  const usage: Usage = { prompt: Number(fixed[1]), cached: Number(fixed[2]), completion: Number(fixed[3]) };
  if (usage.cached > usage.prompt) throw new Error('--usage: no more can be cached than the prompt has.');
  return { usage };
}

function readNumber(name: string, value: string): number {
  if (!/^\d+(\.\d+)?$/.test(value)) throw new Error(`--${name} ${value} is not a number.`);
  return Number(value);
}
