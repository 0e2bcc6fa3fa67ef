import type { Message } from './conversation.ts';
import { fillerOf } from './filler.ts';
import { preparedAnswer } from './preparedAnswers.ts';
import { readQuestion, type Fence, type Question } from './readQuestion.ts';
import type { Script } from './script.ts';
import { countTokens } from './tokens.ts';

const asksToContinue = /^(?:please )?(?:continue|go on|keep going)\b|\bgo on exactly from there\b/i;

const maximumQuotedLines = 40;

const signature = '*Written by the stand-in service from your question; no model was asked.*';

/** Returns the reply to the last message of a conversation. The same arguments always give the same reply. */
export function composeReply(conversation: readonly Message[], script: Pick<Script, 'reply' | 'tokens'>): string {
  if (script.reply !== undefined) return script.reply;
  if (script.tokens !== undefined) return fillerOf(script.tokens);
  const question = readQuestion(conversation.at(-1)?.content ?? '');
  const rest = asksToContinue.test(question.prose) ? restOfLastReply(conversation) : undefined;
  if (rest !== undefined) return rest;
  const length = wantedLength(question.prose);
  if (length !== undefined) return fillerOf(length);
  const earlier = conversation.slice(0, -1).filter(({ role }) => role === 'user');
  return [...recall(earlier, question.prose), answerTo(question), signature].join('\n\n');
}

function answerTo({ prose, fences }: Question): string {
  if (fences.length === 0) return preparedAnswer(prose.slice(0, 2_000)) ?? withoutModel(prose);
  const code = fences.map((fence) => `${placeOf(fence)}\n\n${quote(fence)}`);
  return [
    ...blockquote(prose),
    ...code,
    counts(prose, fences),
    'With a model behind it, the answer would stand here.',
  ].join('\n\n');
}

/**
 * Returns the reply to a question that has neither code nor a prepared answer. The reply says that there is no model,
 * and suggests other messages.
 */
function withoutModel(prose: string): string {
  return [
    ...blockquote(prose),
    'I am the **stand-in service**: I stream, keep the session and count the money like the real one, but there is no model behind me, so I only know a few answers.',
    counts(prose, []),
    'Try one of these instead:',
    [
      '- `Write a function that groups a list by a key, with a test.`',
      '- `Write a long reply.`, to see the text follow',
      '- `/help`, for the faults that I can show you',
    ].join('\n'),
    'And so that there is some code to look at:',
    "```typescript\nconst greet = (name: string): string => `Hello, ${name}!`;\n\nconsole.log(greet('world'));\n```",
  ].join('\n\n');
}

function placeOf({ code, language, place }: Fence): string {
  const { length } = code.split('\n');
  const size = length === 1 ? '1 line' : `${length} lines`;
  return `${size} of ${language || 'code'}${place === undefined ? '' : ` from \`${place.path}\``}:`;
}

function counts(prose: string, fences: readonly Fence[]): string {
  const words = prose.split(/\s+/).filter((word) => word !== '');
  const lines = fences.flatMap(({ code }) => code.split('\n'));
  const tokens = [prose, ...fences.map(({ code }) => code)].reduce((sum, text) => sum + countTokens(text), 0);
  const rows = [`| Words | ${words.length} |`, `| Lines of code | ${lines.length} |`, `| Tokens | ${tokens} |`];
  return ['| What I read | |', '|---|---:|', ...rows].join('\n');
}

/**
 * Returns the code as a fenced block. The block has at most the first 40 lines of the code. A note after the block says
 * how many lines are missing, if any. The fence is longer than any run of backticks in the code.
 */
function quote({ language, code }: Fence): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  const lines = code.replace(/\n+$/, '').split('\n');
  const block = `${mark}${language}\n${lines.slice(0, maximumQuotedLines).join('\n')}\n${mark}`;
  return lines.length > maximumQuotedLines
    ? `${block}\n\n… and ${lines.length - maximumQuotedLines} lines more.`
    : block;
}

/**
 * Returns the paragraphs about earlier questions. If `prose` asks about earlier questions, the paragraphs list them, or
 * say that there are none. Otherwise, one paragraph quotes the previous question, if the session has one.
 */
function recall(earlier: readonly Message[], prose: string): string[] {
  const asked = earlier.map(({ content }) => summary(content));
  if (/\b(?:earlier|so far|previous(?:ly)?|remember|did i (?:ask|say)|first (?:question|message))\b/i.test(prose)) {
    if (asked.length === 0) return ['This is the first message of our session: you asked nothing earlier.'];
    return ['Earlier you asked:', asked.map((text, index) => `${index + 1}. ${text}`).join('\n')];
  }
  const last = asked.at(-1);
  return last === undefined ? [] : [`Earlier you asked “${last}”; now to this one.`];
}

function summary(content: string): string {
  const { prose, fences } = readQuestion(content);
  const path = fences[0]?.place?.path;
  const [line = ''] = prose.split('\n');
  const short = line.length > 80 ? `${Array.from(line).slice(0, 79).join('')}…` : line;
  const text = short === '' ? 'about some code' : short;
  return path === undefined ? text : `${text} (${path})`;
}

/** Returns the first four lines of `prose` as a Markdown block quote. Returns an empty array for empty prose. */
function blockquote(prose: string): string[] {
  if (prose === '') return [];
  const lines = prose.split('\n').slice(0, 4);
  return [lines.map((line) => `> ${line}`).join('\n')];
}

/**
 * Composes the last reply again and returns the part that was not sent. Returns undefined if the conversation has
 * no reply, if all of the reply was sent, or if the composed reply does not begin with the sent text.
 */
function restOfLastReply(conversation: readonly Message[]): string | undefined {
  const index = conversation.findLastIndex(({ role }) => role === 'assistant');
  const sent = conversation[index]?.content;
  if (sent === undefined) return undefined;
  const context = conversation.slice(0, index);
  const asked = context.at(-1)?.content ?? '';
  const tokens = readQuestion(asked)
    .directives.map((line) => /^\/tokens (\d+)/.exec(line)?.[1])
    .find(Boolean);
  const whole = composeReply(context, tokens === undefined ? {} : { tokens: Number(tokens) });
  return whole.startsWith(sent) && whole.length > sent.length ? whole.slice(sent.length) : undefined;
}

/**
 * Returns the number of tokens that the question asks for, but at most 20,000. Without such a number, returns 800 if
 * the question asks for a long text, and undefined if not.
 */
function wantedLength(prose: string): number | undefined {
  const wanted = /\b(\d[\d,]*) tokens?\b/i.exec(prose)?.[1];
  if (wanted !== undefined) return Math.min(Number(wanted.replaceAll(',', '')), 20_000);
  return /\b(?:long|lengthy) (?:reply|answer|text|story|essay)\b/i.test(prose) ? 800 : undefined;
}
