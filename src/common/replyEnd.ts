/**
 * How a reply ended.
 *
 * - `complete`: the service sent an end mark, such as `[DONE]` or a finish reason.
 * - `incomplete`: the body ended or broke off without an end mark.
 * - `stopped`: the user or the extension stopped the reply before its end.
 * - `failed`: the request or the reply ended with an error.
 */
export type ReplyEnd = 'complete' | 'incomplete' | 'stopped' | 'failed';

/**
 * Whether a request was charged. `no`: not sent, or rejected by the service. `maybe`: sent, but no reply proves a
 * charge.
 */
export type Charged = 'no' | 'maybe' | 'yes';
