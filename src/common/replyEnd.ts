/**
 * The way in which a reply ended.
 *
 * - `complete`: the service sent an end mark, such as `[DONE]` or a finish reason.
 * - `incomplete`: the response body ended, or the connection was cut, before an end mark arrived. Also used for a reply
 *   that was interrupted by a crash, or because its session or window was closed.
 * - `stopped`: the request was aborted before the reply was complete, usually because the user stopped the reply.
 * - `failed`: the request or the reply ended with an error.
 */
export type ReplyEnd = 'complete' | 'incomplete' | 'stopped' | 'failed';

/**
 * Says whether the service charges for a request.
 *
 * - `no`: the request was not sent, or the service or a proxy rejected the request.
 * - `maybe`: the request may have reached the service, but nothing proves a charge.
 * - `yes`: the service sent a part of the reply, usage or an end mark.
 */
export type Charged = 'no' | 'maybe' | 'yes';
