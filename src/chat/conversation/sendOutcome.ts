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
   * Nothing was saved or sent, because the spend guard refused (see SpendGuard), because the user declined to send the
   * message unsaved, or because the session was closed or a queued message left the queue meanwhile. WorkspaceChat also uses `refused` if its queue is full or the user declines to send a secret.
   */
  | 'refused';
