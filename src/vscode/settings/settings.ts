import * as vscode from 'vscode';
import type { NetworkSettings } from '../../api/network/networkSettings.ts';
import type { RequestOptions } from '../../chat/conversation/chatSession.ts';
import { isJsonObject } from '../../common/json.ts';
import type { Preferences } from '../../common/protocol/protocol.ts';
import type { SpendLimits } from '../../meter/budget.ts';
import { pricesFromDollars, type Prices } from '../../meter/prices.ts';
import { readExcludedGlobs, readThemeSettings, type EditorSettings } from './editorSettings.ts';
import { readNetworkSettings } from './readNetworkSettings.ts';
import type { Choice, NumberSetting } from './settingDefinitions.ts';
import { createSettingReader, type Configuration } from './settingReader.ts';

/** A snapshot of the settings that the extension reads, both settings of the extension and settings of VS Code. */
export interface Settings extends Preferences, EditorSettings {
  /** The base URL as the user entered it, without surrounding white space. `parseServiceAddress` validates the URL. */
  readonly baseUrl: string;
  readonly accountUrl: string;
  readonly prices: Prices;
  readonly limits: SpendLimits;
  readonly trialAccount: TrialAccount;
  readonly request: RequestOptions;
  readonly network: NetworkSettings;
  /** The user's prompts, then the workspace's prompts. */
  readonly prompts: readonly PromptSetting[];
}

export type TrialAccount = Choice<'trial.account'>;

export interface PromptSetting {
  readonly name: string;
  readonly text: string;
  /** True if the prompt comes from the workspace's settings, which may belong to a repository. */
  readonly isFromWorkspace: boolean;
}

/** Caches a snapshot of the settings until any setting changes. */
export interface SettingsWatch {
  readonly current: () => Settings;
  readonly dispose: () => void;
}

export function watchSettings(environment: Readonly<Record<string, string | undefined>>): SettingsWatch {
  let snapshot: Settings | undefined;
  const change = vscode.workspace.onDidChangeConfiguration(() => {
    snapshot = undefined;
  });
  return {
    current: () => (snapshot ??= readSettings(vscode.workspace.getConfiguration(), environment)),
    dispose: () => {
      change.dispose();
    },
  };
}

/**
 * Returns a snapshot that looks up each setting only on first access. VS Code's lookups are slow, and the status bar
 * needs only a few settings at startup.
 */
export function readSettings(
  configuration: Configuration,
  environment: Readonly<Record<string, string | undefined>>,
): Settings {
  const { value, text, number, choice } = createSettingReader(configuration);
  const nanoDollars = (name: NumberSetting): number => Math.round(number(name) * 1e9);
  const milliseconds = (name: NumberSetting): number => number(name) * 1_000;
  return readOnDemand<Settings>({
    baseUrl: () => text('baseUrl'),
    accountUrl: () => text('accountUrl'),
    prices: () =>
      pricesFromDollars({
        input: number('prices.input'),
        cachedInput: number('prices.cachedInput'),
        output: number('prices.output'),
      }),
    limits: () => ({
      daily: nanoDollars('budget.daily'),
      session: nanoDollars('budget.session'),
      confirmAbove: nanoDollars('budget.confirmAbove'),
    }),
    trialAccount: () => choice('trial.account'),
    request: () => {
      const extraBody = value('request.extraBody');
      return {
        mode: choice('conversation.mode'),
        extraBody: isJsonObject(extraBody) ? extraBody : {},
        firstByteTimeout: milliseconds('timeout.firstByte'),
        idleTimeout: milliseconds('timeout.idle'),
      };
    },
    network: () => readNetworkSettings(configuration, environment),
    sendKey: () => choice('chat.sendKey'),
    scroll: () => choice('chat.scroll'),
    prompts: () => readPrompts(configuration),
    excludedGlobs: () => readExcludedGlobs(configuration),
    theme: () => readThemeSettings(configuration),
  });
}

/** Returns an object that calls the reader of each property once, when the property is first read. */
function readOnDemand<Values extends object>(readers: { readonly [Name in keyof Values]: () => Values[Name] }): Values {
  const values: Partial<Values> = {};
  for (const name of Object.keys(readers) as (keyof Values)[]) {
    Object.defineProperty(values, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = readers[name]();
        Object.defineProperty(values, name, { enumerable: true, value });
        return value;
      },
    });
  }
  return values as Values;
}

/** Writes the base URL to the user's settings. */
export async function saveBaseUrl(baseUrl: string): Promise<void> {
  await vscode.workspace.getConfiguration('tally').update('baseUrl', baseUrl, vscode.ConfigurationTarget.Global);
}

function readPrompts(configuration: Configuration): readonly PromptSetting[] {
  const setting = configuration.inspect('tally.prompts');
  return [
    ...parsePrompts(setting?.globalValue, false),
    ...parsePrompts(setting?.workspaceValue, true),
    ...parsePrompts(setting?.workspaceFolderValue, true),
  ];
}

function parsePrompts(value: unknown, isFromWorkspace: boolean): readonly PromptSetting[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) => {
    const { name, text } = isJsonObject(each) ? each : {};
    if (typeof name !== 'string' || typeof text !== 'string' || name.trim() === '' || text.trim() === '') return [];
    return [{ name: name.trim(), text, isFromWorkspace }];
  });
}
