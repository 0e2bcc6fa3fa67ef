import * as vscode from 'vscode';
import type { WebviewStrings } from '../common/webviewStrings.ts';

/** The panel's texts in the person's language. */
export function webviewStrings(): WebviewStrings {
  const { l10n } = vscode;
  return {
    conversation: l10n.t('Conversation'),
    you: l10n.t('You'),
    reply: l10n.t('Reply'),
    message: l10n.t('Message'),
    messagePlaceholder: l10n.t('Ask anything'),
    send: l10n.t('Send'),
    stop: l10n.t('Stop'),
    newSession: l10n.t('New session'),
    sessions: l10n.t('Sessions'),
    copyReply: l10n.t('Copy reply'),
    copyCode: l10n.t('Copy code'),
    copied: l10n.t('Copied'),
    jumpToLatest: l10n.t('Jump to latest'),
    setApiKey: l10n.t('Set API key'),
    estimatedCost: l10n.t('Estimated cost'),
    removeAttachment: l10n.t('Remove {0}', '{0}'),
    switchOffAttachment: l10n.t('Switch off {0}', '{0}'),
    switchOnAttachment: l10n.t('Switch on {0}', '{0}'),
    openAttachment: l10n.t('Open {0}', '{0}'),
    notSent: l10n.t('not sent'),
    welcomeTitle: l10n.t('Ask about your code'),
    welcomeText: l10n.t('Replies stream in as they are written. What each one costs stands under it, and today’s spend in the status bar.'),
    tryTitle: l10n.t('Three things to try'),
    suggestions: [
      l10n.t('What is the difference between a promise and an observable?'),
      l10n.t('Write a function that groups a list by a key, with a test.'),
      l10n.t('Compare JSON, YAML and TOML for configuration files, in a table.'),
    ],
    reasoning: l10n.t('Reasoning'),
    seconds: l10n.t('{0} s', '{0}'),
    copyDetails: l10n.t('Copy details'),
    notWhileRunning: l10n.t('Possible when the running reply has ended.'),
    queueMessage: l10n.t('Queue message'),
    queuedMessages: l10n.t('Queued messages'),
    takeBack: l10n.t('Take back'),
    sendQueued: l10n.t('Send queued message'),
    queued: l10n.t('Queued: sent when the reply is complete.'),
    queueWaits: l10n.t('Queued, not sent yet.'),
    replyStarted: l10n.t('The reply has begun.'),
    replyEnded: l10n.t('The reply is complete.'),
    replyStopped: l10n.t('The reply was stopped.'),
    replyFailed: l10n.t('The reply failed.'),
    imageLink: l10n.t('Image: {0}', '{0}'),
    task: l10n.t('Task'),
  };
}
