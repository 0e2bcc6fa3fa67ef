import type { ActionId } from '../common/protocol.ts';

/** The commands behind the buttons of notices; `retry` and `continue` belong to a reply, not to a command. */
export const actionCommands: Readonly<Record<Exclude<ActionId, 'retry' | 'continue'>, [command: string, ...args: string[]]>> = {
  setApiKey: ['tally.setApiKey'],
  checkConnection: ['tally.checkConnection'],
  openSettings: ['workbench.action.openSettings', 'tally.baseUrl'],
  openAccount: ['tally.openAccount'],
  showLog: ['tally.showLog'],
};
