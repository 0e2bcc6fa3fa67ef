/** Codes of errors in a stream that are our own, not the service's: they come without detail, unless one is named. */

/** A page from something in between came instead of a reply. The detail is its title, if it has one. */
export const htmlPage = 'html_page';
/** One event, line or document is longer than is kept. */
export const eventTooLarge = 'event_too_large';
/** The text of the reply is longer than is kept. */
export const replyTooLarge = 'reply_too_large';
/** Something came, and nothing of it could be read as a reply. */
export const unreadableReply = 'unreadable_reply';
