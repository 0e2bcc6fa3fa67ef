import type { Usage } from './billing.ts';
import type { Fault } from './faults.ts';
import type { Framing } from './framing.ts';

/**
 * Decides how the stand-in service handles a request. The options of the service are the defaults. A script in the
 * service's queue overrides the options for one request. Directives are lines in the message, such as `/rate 5`. They
 * override the options and the queued script.
 */
export interface Script {
  /** The text of the reply. By default, the reply is composed from the question, or comes from an upstream server. */
  readonly reply?: string;
  /** Makes the reply a filler text with this number of tokens. Ignored if `reply` is given. */
  readonly tokens?: number;
  /**
   * The reasoning, which is sent before the reply. All framings except `text` send it in a separate field. Ignored if
   * an upstream server writes the reply.
   */
  readonly reasoning?: string;
  /** The speed of the reply in tokens per second. Infinity means no limit, and is the default. */
  readonly rate?: number;
  /**
   * `reported`, the default, sends the token counts at the end of the reply, in all framings except `text`. `withheld`
   * does not send the counts, but the request is debited as usual. A {@link Usage} object is sent and debited instead
   * of the real counts.
   */
  readonly usage?: 'reported' | 'withheld' | Usage;
  readonly framing?: Framing;
  readonly hold?: Hold;
  readonly fault?: Fault;
}

/**
 * The point at which the reply pauses: before the status line, after the headers, or, for a number, after that many
 * tokens. The pause lasts until a call of `Exchange.release`, or until the client closes the connection.
 */
export type Hold = 'before-headers' | 'after-headers' | number;

/**
 * Merges two scripts. The fields of `over` replace the same fields of `script`. If `over` has `reply` or `tokens`,
 * neither of these two fields is taken from `script`.
 */
export function overlay(script: Script, over: Script): Script {
  if (over.reply === undefined && over.tokens === undefined) return { ...script, ...over };
  const { reply: _reply, tokens: _tokens, ...rest } = script;
  return { ...rest, ...over };
}
