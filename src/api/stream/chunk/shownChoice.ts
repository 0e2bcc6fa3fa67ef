import { asJsonObject, isJsonObject, type JsonObject } from '../../../common/json.ts';
import { plainText } from './messageContent.ts';

/**
 * Which of the choices of a reply is shown: the first one that arrives, whatever its index. If another choice has text
 * before it, that one is shown from then on. Some gateways send the reasoning and the answer as two choices.
 */
export interface ShownChoice {
  /** The index of the choice, usually a number. Undefined before a choice has arrived. */
  index: unknown;
  /** The choice has text, so that no other choice is shown any more. */
  hasText: boolean;
}

export function createShownChoice(): ShownChoice {
  return { index: undefined, hasText: false };
}

/**
 * Returns the choice to show of those that arrive together, or undefined if it is not among them. Updates `shown`. If
 * several choices could be the first one, takes the one with index 0.
 */
export function takeShownChoice(choices: unknown, shown: ShownChoice): JsonObject | undefined {
  if (!Array.isArray(choices)) return undefined;
  const arrived = choices.filter(isJsonObject);
  const own =
    shown.index === undefined ? preferred(arrived) : arrived.find((choice) => indexOf(choice) === shown.index);
  if (shown.hasText) return own;
  const answers = arrived.filter(hasAnswer);
  const answer = own !== undefined && answers.includes(own) ? own : preferred(answers);
  const choice = answer ?? own;
  if (choice === undefined) return undefined;
  shown.index = indexOf(choice);
  shown.hasText = answer !== undefined;
  return choice;
}

function indexOf(choice: JsonObject): unknown {
  return choice['index'] ?? 0;
}

function preferred(choices: readonly JsonObject[]): JsonObject | undefined {
  return choices.find((choice) => indexOf(choice) === 0) ?? choices[0];
}

/** Returns true if a choice has text that is neither reasoning nor white space. */
function hasAnswer({ delta, message, text }: JsonObject): boolean {
  return isNonblank(text) || [delta, message].some((each) => hasContent(asJsonObject(each)));
}

function hasContent({ content, refusal }: JsonObject): boolean {
  if (isNonblank(refusal)) return true;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  return parts.some((part) =>
    isJsonObject(part)
      ? isNonblank(plainText(part['text'])) || isNonblank(part['refusal'])
      : isNonblank(plainText(part)),
  );
}

function isNonblank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
