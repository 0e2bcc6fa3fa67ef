/** The result of trying to send a message. */
export type SendOutcome =
  /** The request has ended, successfully or not. WorkspaceChat also uses `sent` for a message that it queued. */
  | 'sent'
  /**
   * Nothing was done, because a reply is running, the session is closed, the question or reply does not exist, or the
   * question passed to `send` is not the last message.
   */
  | 'notSent'
  /**
   * Nothing was saved or sent, for one of these reasons: the spend guard refused (see SpendGuard), the user declined to
   * send the message unsaved, the session was closed, or a queued message left the queue. WorkspaceChat also uses
   * `refused` if its queue is full, if another session is shown before a message is queued, or if the user declines to
   * send a secret.
   */
  | 'refused';
