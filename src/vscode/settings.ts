import * as vscode from 'vscode';
import type { Preferences } from '../common/protocol.ts';
import { pricesFromDollars, type Prices } from '../meter/prices.ts';

/** All settings at one moment. */
export interface Settings extends Preferences {
  /** As typed; checked by parseServiceAddress. */
  readonly baseUrl: string;
  readonly accountUrl: string;
  readonly prices: Prices;
}

export const settingDefaults = {
  baseUrl: '',
  accountUrl: '',
  'prices.input': 2,
  'prices.cachedInput': 0.25,
  'prices.output': 8,
  'chat.sendKey': 'enter',
} as const;

export function readSettings(): Settings {
  const configuration = vscode.workspace.getConfiguration('tally');
  return {
    baseUrl: text(userValue(configuration, 'baseUrl')),
    accountUrl: text(userValue(configuration, 'accountUrl')),
    prices: pricesFromDollars({
      input: price(configuration, 'prices.input'),
      cachedInput: price(configuration, 'prices.cachedInput'),
      output: price(configuration, 'prices.output'),
    }),
    sendKey: configuration.get('chat.sendKey') === 'ctrlEnter' ? 'ctrlEnter' : settingDefaults['chat.sendKey'],
  };
}

/** What decides where the key or the money goes is read from the user's settings alone. */
function userValue(configuration: vscode.WorkspaceConfiguration, name: string): unknown {
  return configuration.inspect(name)?.globalValue;
}

function price(
  configuration: vscode.WorkspaceConfiguration,
  name: 'prices.input' | 'prices.cachedInput' | 'prices.output',
): number {
  const value = userValue(configuration, name);
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : settingDefaults[name];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
