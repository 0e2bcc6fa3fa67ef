import * as vscode from 'vscode';
import type { RequestOptions } from '../../chat/conversation/chatSessionDependencies.ts';
import { scrollModes, type Preferences } from '../../common/protocol/protocol.ts';
import type { SpendLimits } from '../../meter/budget.ts';
import { pricesFromDollars, type Prices } from '../../meter/prices.ts';
import { settingDefaults } from './settingDefaults.ts';

/** All settings but the base URL, at one moment. */
export interface Settings extends Preferences {
  readonly accountUrl: string;
  readonly prices: Prices;
  readonly limits: SpendLimits;
  readonly trialAccount: TrialAccount;
  readonly request: RequestOptions;
}

const trialAccounts = ['none', 'free', 'paid'] as const;
export type TrialAccount = (typeof trialAccounts)[number];

/** A dollar per token: with more, sums would lose digits. */
const maxPrice = 1_000_000;

/** Dollars. */
const maxLimit = 1_000_000;

/** More than an hour is more than anyone waits. */
const maxTimeoutSeconds = 3_600;

/** The settings as they are, read anew only after a change: while a reply comes they are asked for again and again. */
export interface SettingsWatch {
  readonly current: () => Settings;
  readonly dispose: () => void;
}

export function watchSettings(): SettingsWatch {
  let read: Settings | undefined;
  const change = vscode.workspace.onDidChangeConfiguration(() => {
    read = undefined;
  });
  return {
    current: () => (read ??= readSettings()),
    dispose: () => {
      change.dispose();
    },
  };
}

export function readSettings(): Settings {
  const configuration = vscode.workspace.getConfiguration('tally');
  return {
    accountUrl: text(userValue(configuration, 'accountUrl')),
    prices: pricesFromDollars({
      input: price(configuration, 'prices.input'),
      cachedInput: price(configuration, 'prices.cachedInput'),
      output: price(configuration, 'prices.output'),
    }),
    limits: {
      daily: limit(configuration, 'budget.daily'),
      session: limit(configuration, 'budget.session'),
      confirmAbove: limit(configuration, 'budget.confirmAbove'),
    },
    trialAccount: trialAccounts.find((each) => each === userValue(configuration, 'trial.account')) ?? settingDefaults['trial.account'],
    request: {
      mode: userValue(configuration, 'conversation.mode') === 'messages' ? 'messages' : settingDefaults['conversation.mode'],
      extraBody: fields(userValue(configuration, 'request.extraBody')),
      firstByteTimeout: seconds(configuration, 'timeout.firstByte') * 1_000,
      idleTimeout: seconds(configuration, 'timeout.idle') * 1_000,
    },
    sendKey: configuration.get('chat.sendKey') === 'ctrlEnter' ? 'ctrlEnter' : settingDefaults['chat.sendKey'],
    scroll: scrollModes.find((each) => each === configuration.get('chat.scroll')) ?? settingDefaults['chat.scroll'],
  };
}

/** As typed; checked by parseServiceAddress. Always read anew: it decides where the key goes. */
export function readBaseUrl(): string {
  return text(userValue(vscode.workspace.getConfiguration('tally'), 'baseUrl'));
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
  return typeof value === 'number' && value >= 0 && value <= maxPrice ? value : settingDefaults[name];
}

/** Nano-dollars. */
function limit(configuration: vscode.WorkspaceConfiguration, name: 'budget.daily' | 'budget.session' | 'budget.confirmAbove'): number {
  const value = userValue(configuration, name);
  return typeof value === 'number' && value >= 0 && value <= maxLimit ? Math.round(value * 1e9) : settingDefaults[name];
}

function seconds(configuration: vscode.WorkspaceConfiguration, name: 'timeout.firstByte' | 'timeout.idle'): number {
  const value = configuration.get(name);
  const isValid = typeof value === 'number' && value >= 0 && value <= maxTimeoutSeconds;
  return isValid ? value : settingDefaults[name];
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : settingDefaults['request.extraBody'];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
