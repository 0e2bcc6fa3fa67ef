import type { Usage } from './billing.ts';
import type { Fault } from './faults.ts';
import type { Framing } from './framing.ts';

/**
 * Decides how the service handles a call. The options of the service are the defaults. A script for the next call
 * overrides them, and directives in the message override both.
 */
export interface Script {
  /** The text of the reply. By default, it depends on the question. */
  readonly reply?: string;
  /** The number of tokens of a filler text as the reply. Ignored if `reply` is given. */
  readonly tokens?: number;
  /** The reasoning, sent before the reply in its own field. */
  readonly reasoning?: string;
  /** Tokens per second; Infinity for no limit. */
  readonly rate?: number;
  /** `withheld` sends no usage. Counts given here are sent and debited instead of the real ones. */
  readonly usage?: 'reported' | 'withheld' | Usage;
  readonly framing?: Framing;
  readonly hold?: Hold;
  readonly fault?: Fault;
}

/**
 * The point at which the reply pauses until `release()`, or until the client closes the connection: before the status
 * line, after the headers, or after this many tokens of the reply.
 */
export type Hold = 'before-headers' | 'after-headers' | number;

/** Returns `script` with the fields of `over` replaced. `reply` or `tokens` in `over` replaces both. */
export function overlay(script: Script, over: Script): Script {
  if (over.reply === undefined && over.tokens === undefined) return { ...script, ...over };
  const { reply: _reply, tokens: _tokens, ...rest } = script;
  return { ...rest, ...over };
}
