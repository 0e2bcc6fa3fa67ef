import type { Usage } from './billing.ts';
import type { Fault } from './faults.ts';
import type { Framing } from './framing.ts';

/**
 * Decides how the service handles a request. The options of the service are the defaults. A script for the next request
 * overrides the options. Directives in the message override both.
 */
export interface Script {
  /** The text of the reply. By default, the reply depends on the question. */
  readonly reply?: string;
  /** The number of tokens of a filler text that is sent as the reply. Ignored if `reply` is given. */
  readonly tokens?: number;
  /** The reasoning, which is sent before the reply and in a separate field. */
  readonly reasoning?: string;
  /** The speed in tokens per second. Infinity means no limit. */
  readonly rate?: number;
  /** `withheld` sends no usage. A Usage object is sent and debited instead of the real counts. */
  readonly usage?: 'reported' | 'withheld' | Usage;
  readonly framing?: Framing;
  readonly hold?: Hold;
  readonly fault?: Fault;
}

/**
 * The point at which the reply pauses: before the status line, after the headers, or after this many tokens. The pause
 * lasts until `release()`, or until the client closes the connection.
 */
export type Hold = 'before-headers' | 'after-headers' | number;

/**
 * Returns `script` with the fields of `over` replaced. If `over` has `reply` or `tokens`, neither is taken from
 * `script`.
 */
export function overlay(script: Script, over: Script): Script {
  if (over.reply === undefined && over.tokens === undefined) return { ...script, ...over };
  const { reply: _reply, tokens: _tokens, ...rest } = script;
  return { ...rest, ...over };
}
