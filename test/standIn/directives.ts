import { bodyShapes, type BodyShape, type Fault } from './faults.ts';
import { framings } from './framing.ts';
import { readQuestion } from './readQuestion.ts';
import type { Hold, Script } from './script.ts';

/** The reply to the directive `/help`. */
export const helpText = `## What the stand-in service can do

**No model is behind it:** it answers the panel's three suggestions, quotes the code you ask about, and remembers what you asked earlier in the session. A line that begins with a slash asks something of the service itself, for that one message:

| Line | What happens |
|---|---|
| \`/tokens 500\` | a reply of exactly 500 tokens |
| \`/reasoning\` | thoughts come before the answer, apart from it |
| \`/rate 20\` | 20 tokens per second; 0 is as fast as possible |
| \`/usage withheld\` | the reply does not say what it cost |
| \`/framing ndjson\` | another form of stream: ${framings.map((each) => `\`${each}\``).join(', ')} |
| \`/fault status 429 retry-after 3\` | an error instead of a reply, with any status from 300 to 599 |
| \`/fault cut 900\` | the connection ends at byte 900; \`cut 900 reset\` resets it, \`cut 900 end\` ends in good order |
| \`/fault stall 40\` | silence after 40 tokens; also \`stall before-headers\` and \`stall after-headers\` |
| \`/fault error 40\` | an error event after 40 tokens |
| \`/fault error-at-200\` | an error with status 200 |
| \`/fault reset\` | the connection is reset before anything came |
| \`/fault garbage\` | bytes that mean nothing; \`garbage head\` in place of HTTP |
| \`/fault html\` | the sign-in page of some network |

After a status you can also write \`code insufficient_quota\`, \`body detail\` and, last, \`message\` with the words of the error. The bodies are ${bodyShapes.map((each) => `\`${each}\``).join(', ')}; they also go after \`error 40\` and \`error-at-200\`.

\`\`\`text
Why is this slow?
/rate 5
/fault cut 900 reset
\`\`\`
`;

/**
 * Parses the directives in a message: lines such as `/rate 5`, which {@link helpText} explains. If a directive is
 * invalid, returns a script whose reply is an error message and the help text.
 */
export function parseDirectives(message: string): Script {
  let script: Script = {};
  for (const line of readQuestion(message).directives) {
    const parsed = parseDirective(line);
    if (typeof parsed === 'string') return { reply: `${parsed}\n\n${helpText}` };
    script = { ...script, ...parsed };
  }
  return script;
}

const defaultReasoning =
  'The question comes first: what does the person want to know? Then the code, if there is any: what does it do, and where could it fail? An answer that is short and says the next step is best.';

/**
 * Parses one directive, such as `/fault status 429 retry-after 3`. Returns an error message if the directive is
 * invalid.
 */
export function parseDirective(line: string): Script | string {
  const [name = '', ...words] = line.slice(1).split(/\s+/);
  const [first = ''] = words;
  const script = (() => {
    switch (name) {
      case 'help':
        return { reply: helpText };
      case 'fault':
        return parseFault(words);
      case 'framing':
        return find(framings, first, (framing) => ({ framing }));
      case 'tokens':
        return whenNumber(first, (tokens) => ({ tokens: Math.floor(tokens) }));
      case 'reasoning':
        return { reasoning: words.length === 0 ? defaultReasoning : words.join(' ') };
      case 'rate':
        return whenNumber(first, (rate) => ({ rate: rate === 0 ? Infinity : rate }));
      case 'usage':
        return find(['reported', 'withheld'] as const, first, (usage) => ({ usage }));
      default:
        return undefined;
    }
  })();
  return script ?? `The stand-in service does not understand \`${line}\`.`;
}

function parseFault([kind = '', ...words]: readonly string[]): Script | undefined {
  const [first = '', second = ''] = words;
  const fault = (value: Fault): Script => ({ fault: value });
  switch (kind) {
    case 'status':
      return parseStatus(words);
    case 'cut':
      return whenNumber(first, (afterBytes) =>
        find(['fin', 'end', 'reset'] as const, second || 'fin', (how) => fault({ kind, afterBytes, how })),
      );
    case 'stall':
      return parseHold(first, (hold) => ({ hold }));
    case 'error':
      return whenNumber(first || '20', (afterTokens) =>
        find(bodyShapes, second || 'openai', (body) => fault({ kind, afterTokens, body })),
      );
    case 'error-at-200':
      return find(bodyShapes, first || 'openai', (body) => fault({ kind, body }));
    case 'garbage':
      return find(['body', 'head'] as const, first || 'body', (where) => fault({ kind, where }));
    case 'reset':
    case 'html':
      return fault({ kind });
    default:
      return undefined;
  }
}

function parseStatus([number = '', ...words]: readonly string[]): Script | undefined {
  if (!/^[3-5]\d\d$/.test(number)) return undefined;
  const details: { body?: BodyShape; message?: string; code?: string; retryAfter?: string } = {};
  for (let index = 0; index < words.length; index += 2) {
    const value = words[index + 1] ?? '';
    if (value === '') return undefined;
    switch (words[index]) {
      case 'retry-after':
        details.retryAfter = value;
        break;
      case 'code':
        details.code = value;
        break;
      case 'body': {
        const body = bodyShapes.find((shape) => shape === value);
        if (body === undefined) return undefined;
        details.body = body;
        break;
      }
      case 'message':
        details.message = words.slice(index + 1).join(' ');
        index = words.length;
        break;
      default:
        return undefined;
    }
  }
  return { fault: { kind: 'status', status: Number(number), ...details } };
}

function parseHold(word: string, make: (hold: Hold) => Script): Script | undefined {
  if (word === 'before-headers' || word === 'after-headers') return make(word);
  return whenNumber(word, make);
}

function whenNumber(word: string, make: (value: number) => Script | undefined): Script | undefined {
  return /^\d+(\.\d+)?$/.test(word) ? make(Number(word)) : undefined;
}

function find<T extends string>(known: readonly T[], word: string, make: (value: T) => Script): Script | undefined {
  const value = known.find((each) => each === word);
  return value === undefined ? undefined : make(value);
}
