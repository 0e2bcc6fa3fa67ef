import { splitIntoPieces } from './tokens.ts';

const paragraphs = [
  'This is a long reply, written by the stand-in service to fill the page. It has no more to say than that, but it says it at the speed you asked for, one token after the other.',
  'While it comes in you can scroll up and read what was said before. The page should stay where you put it. When you go back to the end, the new text should follow again.',
  'You can also stop it at any point. What came until then stays on the page, and the service sends a bill for that part and no more.',
  'A reply like this is good for looking at the small things: how the lines wrap, how fast the text grows, and what the status bar says about the price when it is done.',
];

/**
 * Returns prose of exactly this many tokens. The same number always gives the same prose. Each token of the prose is
 * sent as one piece, so an incomplete reply has as many tokens as pieces.
 */
export function fillerOf(tokens: number): string {
  const round = splitIntoPieces(paragraphs.map((paragraph) => `${paragraph}\n\n`).join(''));
  let text = '';
  for (let index = 0; index < tokens; index += 1) text += round[index % round.length]?.text ?? '';
  return text;
}
