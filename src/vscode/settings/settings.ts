import * as vscode from 'vscode';
import type { NetworkSettings } from '../../api/network/networkSettings.ts';
import type { RequestOptions } from '../../chat/conversation/requestOptions.ts';
import { removeHiddenCharacters } from '../../common/code/hiddenCharacters.ts';
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

type TrialAccount = Choice<'trial.account'>;

export interface PromptSetting {
  readonly name: string;
  readonly text: string;
  /** True if the prompt comes from settings that a repository may contain (see readPrompts). */
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
  const { value, text, number, validNumber, choice } = createSettingReader(configuration);
  const limit = (name: NumberSetting): number | undefined => {
    const dollars = validNumber(name);
    if (dollars === undefined || dollars === 0) return dollars;
    // A tiny limit must not become 0, because 0 means no limit.
    return Math.max(1, Math.round(dollars * 1e9));
  };
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
      daily: limit('budget.daily'),
      session: limit('budget.session'),
      confirmAbove: limit('budget.confirmAbove'),
      unknownPrices: (['input', 'cachedInput', 'output'] as const).filter(
        (price) => validNumber(`prices.${price}`) === undefined,
      ),
    }),
    trialAccount: () => choice('trial.account'),
    request: () => {
      const extraBody = value('request.extraBody');
      return {
        mode: choice('conversation.mode'),
        extraBody: isJsonObject(extraBody) ? extraBody : {},
        instructions: text('instructions'),
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
        Object.defineProperty(values, name, { value });
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

// A workspace's settings may be hostile. Without limits, the extension would block while it lists the prompts.
const maxPrompts = 200;
const maxNameLength = 200;
const maxTextLength = 50_000;
/** The maximum number of characters in the names and texts of all prompts of one source. */
const maxPromptsLength = 200_000;

/** The parts of `globalValue`, which VS Code returns although its types do not declare them. */
interface GlobalParts {
  readonly globalLocalValue?: unknown;
  readonly globalRemoteValue?: unknown;
}

/**
 * Reads at most 200 prompts of each source, and only the first ones that have at most 200,000 characters together. A
 * repository may contain the settings of the workspace, and the settings of its dev container, which VS Code treats as
 * the user's settings on a remote computer. Hidden characters are removed from prompts of a repository. A prompt that
 * then has no name or no text is omitted.
 */
function readPrompts(configuration: Configuration): readonly PromptSetting[] {
  const setting = configuration.inspect('tally.prompts');
  const { globalLocalValue, globalRemoteValue } = (setting ?? {}) as GlobalParts;
  return [
    ...parsePrompts(globalRemoteValue === undefined ? setting?.globalValue : globalLocalValue, false),
    ...[globalRemoteValue, setting?.workspaceValue, setting?.workspaceFolderValue].flatMap((value) =>
      parsePrompts(value, true),
    ),
  ];
}

function parsePrompts(value: unknown, isFromWorkspace: boolean): readonly PromptSetting[] {
  if (!Array.isArray(value)) return [];
  let length = 0;
  return value.slice(0, maxPrompts).flatMap((each: unknown): readonly PromptSetting[] => {
    const { name, text } = isJsonObject(each) ? each : {};
    if (!isTextOf(name, maxNameLength) || !isTextOf(text, maxTextLength)) return [];
    length += name.length + text.length;
    if (length > maxPromptsLength) return [];
    if (!isFromWorkspace) return [{ name: name.trim(), text, isFromWorkspace }];
    // A prompt of a repository must not contain text that is sent but not visible to the user.
    const shown = { name: removeHiddenCharacters(name, 'code').trim(), text: removeHiddenCharacters(text, 'code') };
    return shown.name === '' || shown.text.trim() === '' ? [] : [{ ...shown, isFromWorkspace }];
  });
}

function isTextOf(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length <= maxLength && value.trim() !== '';
}
