import type * as vscode from 'vscode';
import {
  settingDefinitions,
  type Choice,
  type ChoiceSetting,
  type NumberSetting,
  type SettingName,
} from './settingDefinitions.ts';

/** Reads settings of VS Code and of the extension by their full names, such as `tally.baseUrl`. */
export type Configuration = Pick<vscode.WorkspaceConfiguration, 'get' | 'inspect'>;

/**
 * Reads single settings of the extension. `number` and `choice` return the default for an invalid value. A text that
 * contains a number, such as `"5"`, is read as this number.
 */
export interface SettingReader {
  readonly value: (name: SettingName) => unknown;
  /** Returns the value without leading and trailing white space, or an empty string if the value is not a string. */
  readonly text: (name: SettingName) => string;
  readonly number: (name: NumberSetting) => number;
  /** Returns undefined instead of the default for an invalid value. */
  readonly validNumber: (name: NumberSetting) => number | undefined;
  readonly choice: <Name extends ChoiceSetting>(name: Name) => Choice<Name>;
}

export function createSettingReader(configuration: Configuration): SettingReader {
  const value = (name: SettingName): unknown => {
    const isUserOnly = 'scope' in settingDefinitions[name];
    return isUserOnly ? userValue(configuration, `tally.${name}`) : configuration.get(`tally.${name}`);
  };
  const validNumber = (name: NumberSetting): number | undefined => {
    const { default: fallback, minimum, maximum } = settingDefinitions[name];
    const current = value(name);
    if (current === undefined) return fallback;
    const number = toNumber(current);
    return number >= minimum && number <= maximum ? number : undefined;
  };
  return {
    value,
    text: (name) => trimmedText(value(name)),
    number: (name) => validNumber(name) ?? settingDefinitions[name].default,
    validNumber,
    choice: <Name extends ChoiceSetting>(name: Name) => {
      const choices: readonly Choice<Name>[] = settingDefinitions[name].enum;
      const current = value(name);
      return choices.find((each) => each === current) ?? settingDefinitions[name].default;
    },
  };
}

/**
 * Returns a setting's value in the user's settings, ignoring the workspace's settings. Returns undefined if the user
 * has not set the setting.
 */
export function userValue(configuration: Configuration, key: string): unknown {
  return configuration.inspect(key)?.globalValue;
}

/** Returns NaN if the value is neither a number nor a text that contains only a decimal number. */
function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  const text = trimmedText(value);
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

export function trimmedText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
