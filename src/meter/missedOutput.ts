import type { ReplyTiming } from '../common/replyTiming.ts';
import { inFlightTokens } from './cost.ts';

/** A stop within this time of the last text is covered by `inFlightTokens`. */
const shortPause = 500;

/**
 * The longest silence that is assumed to be charged, in milliseconds. The length limit of the service's replies is not
 * known. Few replies take longer than ten minutes to generate.
 */
const maxSilence = 10 * 60_000;

/** No known service generates more output tokens in one reply. */
const maxReplyTokens = 1_000_000;

/**
 * The assumed rate of a reply whose own rate is not known, in tokens per second. Most hosted models generate 20 to 100
 * tokens per second.
 */
const assumedRate = 100;

/** With less text or less time, the rate is not measured, because a part of the text may have arrived in one burst. */
const leastMeasured = { tokens: 50, milliseconds: 1_000 };

/** The rate of a service varies with its load, so it may be higher during the silence than before. */
const rateMargin = 1.5;

/**
 * Returns the assumed maximum of output tokens that the service has generated and charged, but that did not arrive
 * before the request was stopped or cut off. If the network goes silent, the service may go on generating until it
 * notices the end of the connection. So the result grows with the silence.
 *
 * @param receivedTokens upper bound of the output tokens that arrived, in the service's count
 */
export function missedOutput(timing: ReplyTiming, receivedTokens: number): number {
  if (timing.silentFor <= shortPause) return inFlightTokens;
  const silence = Math.min(timing.silentFor, maxSilence);
  return Math.min(maxReplyTokens, inFlightTokens + Math.ceil((silence * rateOf(timing, receivedTokens)) / 1_000));
}

/** Returns the assumed maximum of the rate during a silence, in tokens per second. */
function rateOf({ receivingFor, burstsOver }: ReplyTiming, receivedTokens: number): number {
  const rateOver = (milliseconds: number) => (1_000 * receivedTokens * rateMargin) / milliseconds;
  // A burst was collected during the pause before it, so the rate within the burst is not the rate of the service.
  if (burstsOver !== undefined) return Math.max(assumedRate, rateOver(burstsOver));
  const isMeasured = receivedTokens >= leastMeasured.tokens && receivingFor >= leastMeasured.milliseconds;
  return isMeasured ? rateOver(receivingFor) : assumedRate;
}

/**
 * Returns the assumed maximum of the output tokens in parts of a reply that could not be read. A token has at least one
 * byte, and the format of the reply only adds bytes. So `unreadBytes` itself is an upper bound.
 */
export function unreadOutput(unreadBytes: number): number {
  return Math.min(unreadBytes, maxReplyTokens);
}

/** Facts about a running reply, apart from its text. */
export interface ReplySoFar {
  readonly timing: ReplyTiming;
  /** The number of bytes that arrived but could not be read. Undefined if there were none. */
  readonly unreadBytes: number | undefined;
}

/**
 * Returns the assumed maximum of the output tokens of a running reply that did not arrive or could not be read. The
 * reply may become complete, so nothing is missed until the reply has been silent for longer than a short pause. Then
 * returns the output that a stop would have to add now.
 *
 * @param receivedTokens as for `missedOutput`
 */
export function missedSoFar({ timing, unreadBytes = 0 }: ReplySoFar, receivedTokens: number): number {
  const missed = timing.silentFor <= shortPause ? 0 : missedOutput(timing, receivedTokens);
  return missed + unreadOutput(unreadBytes);
}
