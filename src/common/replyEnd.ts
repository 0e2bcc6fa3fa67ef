/**
 * How a reply ended. `complete` only when the service said so (`[DONE]` or a finish reason);
 * a body that ends without either is `incomplete`, whatever the transport says.
 */
export type ReplyEnd = 'complete' | 'incomplete' | 'stopped' | 'failed';

/** Whether a request was debited: `no` when it never left or was refused, `maybe` when nothing came back. */
export type Charged = 'no' | 'maybe' | 'yes';
