import type { Usage } from './billing.ts';
import type { Fault } from './faults.ts';
import type { Framing } from './framing.ts';

/**
 * What the service does with a call. Every field is optional: the options of the service give the
 * defaults, a script for the next request overrides them, lines typed in the message override both.
 */
export interface Script {
  /** The reply's text, instead of one that looks at the question. */
  readonly reply?: string;
  /** A reply of exactly so many tokens; `reply` goes first. */
  readonly tokens?: number;
  /** What the model thinks before its answer, sent apart from it. */
  readonly reasoning?: string;
  /** Tokens per second; Infinity for as fast as the client reads. */
  readonly rate?: number;
  /** Whether usage is sent; counts given here are sent and debited instead of the real ones. */
  readonly usage?: 'reported' | 'withheld' | Usage;
  readonly framing?: Framing;
  readonly hold?: Hold;
  readonly fault?: Fault;
}

/**
 * Where to wait until `release()`, or until the client leaves: before the status line, after the
 * headers, or after so many tokens of the reply.
 */
export type Hold = 'before-headers' | 'after-headers' | number;

/** What holds when one script is laid over another. */
export function overlay(script: Script, over: Script): Script {
  if (over.reply === undefined && over.tokens === undefined) return { ...script, ...over };
  const { reply: _reply, tokens: _tokens, ...rest } = script;
  return { ...rest, ...over };
}
