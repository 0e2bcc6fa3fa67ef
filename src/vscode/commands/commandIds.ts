/** The ids of all commands of the extension. A unit test compares this list with package.json. */
export const commandIds = [
  'tally.openChat',
  'tally.openChatInEditor',
  'tally.openChatInNewWindow',
  'tally.focusMessage',
  'tally.newSession',
  'tally.showSessions',
  'tally.exportSession',
  'tally.showRequest',
  'tally.copyMessage',
  'tally.copyReply',
  'tally.copyReplyAsPlainText',
  'tally.retryReply',
  'tally.deleteExchange',
  'tally.stop',
  'tally.ask',
  'tally.explainSelection',
  'tally.askAboutSelection',
  'tally.addSelection',
  'tally.addFile',
  'tally.runPrompt',
  'tally.applyChange',
  'tally.discardChange',
  'tally.undoHunk',
  'tally.setApiKey',
  'tally.removeApiKey',
  'tally.changeConnection',
  'tally.checkConnection',
  'tally.openSettings',
  'tally.showSpend',
  'tally.exportSpend',
  'tally.recordBalance',
  'tally.openAccount',
  'tally.exportData',
  'tally.importData',
  'tally.deleteAllData',
  'tally.showLog',
] as const;

export type CommandId = (typeof commandIds)[number];

/** A handler for each command. */
export type ChatCommands = Readonly<Record<CommandId, (...args: readonly unknown[]) => unknown>>;
