/**
 * How a reply ended. `complete` requires an end mark of the service: `[DONE]` or a finish reason. A body that ends without
 * one is `incomplete`, even if the transport reports no error.
 */
export type ReplyEnd = 'complete' | 'incomplete' | 'stopped' | 'failed';

/** Tells if a request was charged: `no` if it never left or was refused, `maybe` if no answer came. */
export type Charged = 'no' | 'maybe' | 'yes';
