/** The ids of all commands. A unit test compares this list with package.json. */
export const commandIds = [
  'tally.openChat',
  'tally.focusMessage',
  'tally.newSession',
  'tally.showSessions',
  'tally.exportSession',
  'tally.stop',
  'tally.ask',
  'tally.explainSelection',
  'tally.askAboutSelection',
  'tally.addSelection',
  'tally.addFile',
  'tally.runPrompt',
  'tally.applyChange',
  'tally.discardChange',
  'tally.setApiKey',
  'tally.removeApiKey',
  'tally.checkConnection',
  'tally.showSpend',
  'tally.exportSpend',
  'tally.recordBalance',
  'tally.openAccount',
  'tally.showLog',
] as const;

export type CommandId = (typeof commandIds)[number];
