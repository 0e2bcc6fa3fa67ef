import type { Message } from './conversation.ts';
import { closestLine, explainCode, remarksOn } from './explainCode.ts';
import { fillerOf } from './filler.ts';
import { languageName, mentionedLanguage } from './languages.ts';
import { quote } from './quote.ts';
import { readQuestion, type Fence, type Question } from './readQuestion.ts';
import type { Script } from './script.ts';
import { countTokens } from './tokens.ts';
import { answerTopic } from './topics.ts';

const asksToContinue = /^(?:please )?(?:continue|go on|keep going)\b|\bgo on exactly from there\b/i;

const signature = '*Written by the stand-in service from your question; no model was asked.*';

/** The scripted reply to the last message of a conversation. The same conversation gets the same reply. */
export function composeReply(conversation: readonly Message[], script: Pick<Script, 'reply' | 'tokens'>): string {
  if (script.reply !== undefined) return script.reply;
  if (script.tokens !== undefined) return fillerOf(script.tokens);
  const question = readQuestion(conversation.at(-1)?.content ?? '');
  const rest = asksToContinue.test(question.prose) ? restOfLastReply(conversation) : undefined;
  if (rest !== undefined) return rest;
  const length = wantedLength(question.prose);
  if (length !== undefined) return fillerOf(length);
  const earlier = conversation.slice(0, -1).filter(({ role }) => role === 'user');
  return [...recall(earlier, question.prose), ...answerTo(question), signature].join('\n\n');
}

function answerTo(question: Question): string[] {
  const { prose, fences } = question;
  const [fence] = fences;
  if (fence === undefined) return [answerTopic(prose.slice(0, 2_000)) ?? answerAnything(prose)];
  const wantsExplanation = prose === '' || /\b(?:explain|what does|walk (?:me )?through|describe)\b/i.test(prose);
  if (wantsExplanation) return fences.map((each) => explainCode(each));
  return [answerAbout(fence, prose)];
}

/** An answer to a question about code: the code, the line it seems to be about, remarks. */
function answerAbout(fence: Fence, prose: string): string {
  const line = closestLine(fence.code, prose);
  const from = fence.place === undefined ? '' : ` from \`${fence.place.path}\``;
  const { length } = fence.code.split('\n');
  return [
    blockquote(prose),
    `You ask about ${length === 1 ? 'this line' : `these ${length} lines`} of ${languageName(fence.language)}${from}:`,
    quote(fence),
    ...(line === undefined
      ? ['None of its lines uses the words of your question, so it is about the whole of it.']
      : ['The line that has most to do with your question is this one:', quote({ language: fence.language, code: line })]),
    'What I would look at:',
    remarksOn(fence).map((remark) => `- ${remark}`).join('\n'),
    ['| What I read | |', '|---|---|', `| Lines | ${length} |`, `| Tokens | ${countTokens(fence.code)} |`, `| Language | ${languageName(fence.language)} |`].join('\n'),
  ].join('\n\n');
}

const greetings: Readonly<Record<string, string>> = {
  typescript: "const greet = (name: string): string => `Hello, ${name}!`;\n\nconsole.log(greet('world'));",
  javascript: "const greet = (name) => `Hello, ${name}!`;\n\nconsole.log(greet('world'));",
  python: 'def greet(name: str) -> str:\n    return f"Hello, {name}!"\n\n\nprint(greet("world"))',
  rust: 'fn greet(name: &str) -> String {\n    format!("Hello, {name}!")\n}\n\nfn main() {\n    println!("{}", greet("world"));\n}',
  go: 'func greet(name string) string {\n\treturn "Hello, " + name + "!"\n}\n\nfunc main() {\n\tfmt.Println(greet("world"))\n}',
};

/** An answer to a question that nothing was prepared for: what was read of it, and what to try instead. */
function answerAnything(prose: string): string {
  const words = prose.split(/\s+/).filter((word) => word !== '');
  const language = mentionedLanguage(prose) ?? 'typescript';
  return [
    ...(prose === '' ? [] : [blockquote(prose)]),
    'I am the **stand-in service**: I stream, keep the session and count the money like the real one, but there is no model behind me, so I only know a few answers.',
    ['| What I read | |', '|---|---:|', `| Words | ${words.length} |`, `| Tokens | ${countTokens(prose)} |`].join('\n'),
    'Try one of these instead:',
    [
      '- select some code and choose **Explain Selection**',
      '- `How do I debounce a function?`',
      '- `Write a long reply.`, to see the text follow',
      '- `/help`, for the faults that I can show you',
    ].join('\n'),
    `And so that there is some ${languageName(language)} to look at:`,
    quote({ language, code: greetings[language] ?? '' }),
  ].join('\n\n');
}

/** What the service remembers: a sentence about the last question, or all of them when asked for. */
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

function blockquote(prose: string): string {
  return prose
    .split('\n')
    .slice(0, 4)
    .map((line) => `> ${line}`)
    .join('\n');
}

/** What a reply that was cut would have gone on with: the reply to that question, composed again. */
function restOfLastReply(conversation: readonly Message[]): string | undefined {
  const index = conversation.findLastIndex(({ role }) => role === 'assistant');
  const sent = conversation[index]?.content;
  if (sent === undefined) return undefined;
  const context = conversation.slice(0, index);
  const asked = context.at(-1)?.content ?? '';
  const tokens = readQuestion(asked).directives.map((line) => /^\/tokens (\d+)/.exec(line)?.[1]).find(Boolean);
  const whole = composeReply(context, tokens === undefined ? {} : { tokens: Number(tokens) });
  return whole.startsWith(sent) && whole.length > sent.length ? whole.slice(sent.length) : undefined;
}

/** How many tokens the question asks for, when it asks for length. */
function wantedLength(prose: string): number | undefined {
  const wanted = /\b(\d[\d,]*) tokens?\b/i.exec(prose)?.[1];
  if (wanted !== undefined) return Math.min(Number(wanted.replaceAll(',', '')), 20_000);
  return /\b(?:long|lengthy) (?:reply|answer|text|story|essay)\b/i.test(prose) ? 800 : undefined;
}
