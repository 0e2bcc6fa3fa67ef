import type { ActionId } from '../../common/protocol/conversationProtocol.ts';

/** What buttons do that belong to a reply, or to the panel, and not to a command. */
type OwnAction = 'retry' | 'resend' | 'continue' | 'sendNow' | 'keepWaiting' | 'stop' | 'showDetails';

/** The commands behind the other buttons of notices. */
export const actionCommands: Readonly<Record<Exclude<ActionId, OwnAction>, [command: string, ...args: string[]]>> = {
  setApiKey: ['tally.setApiKey'],
  checkConnection: ['tally.checkConnection'],
  openSettings: ['workbench.action.openSettings', 'tally.baseUrl'],
  openProxySettings: ['workbench.action.openSettings', '@id:http.proxy,http.proxyAuthorization,http.proxySupport,http.noProxy'],
  openAccount: ['tally.openAccount'],
};
