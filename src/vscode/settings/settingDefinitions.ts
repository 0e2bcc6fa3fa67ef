interface SettingDefinition {
  readonly type: 'array' | 'boolean' | 'number' | 'object' | 'string';
  readonly default: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly scope?: 'application';
}

/**
 * An amount in US dollars. Prices are per million tokens, so the maximum price is one dollar per token. With higher
 * prices, sums in nano-dollars would lose precision.
 */
const dollars = { type: 'number', minimum: 0, maximum: 1_000_000, scope: 'application' } as const;

const seconds = { type: 'number', default: 40, minimum: 0, maximum: 3_600, scope: 'application' } as const;

/**
 * All settings, by their names without `tally.`. A unit test compares this object with package.json.
 *
 * Settings that affect where the API key is sent, or what is sent or paid, have the scope `application`. These settings
 * are read only from the user's settings, so that no workspace can change them. For example, a workspace could
 * otherwise make Enter send a half-typed message.
 */
export const settingDefinitions = {
  baseUrl: { type: 'string', default: '', scope: 'application' },
  accountUrl: { type: 'string', default: '', scope: 'application' },
  'prices.input': { ...dollars, default: 2 },
  'prices.cachedInput': { ...dollars, default: 0.25 },
  'prices.output': { ...dollars, default: 8 },
  'trial.account': { type: 'string', default: 'none', enum: ['none', 'free', 'paid'], scope: 'application' },
  'budget.daily': { ...dollars, default: 0 },
  'budget.session': { ...dollars, default: 0 },
  'budget.confirmAbove': { ...dollars, default: 0 },
  'conversation.mode': { type: 'string', default: 'session', enum: ['session', 'messages'], scope: 'application' },
  'request.extraBody': { type: 'object', default: {}, scope: 'application' },
  instructions: { type: 'string', default: '', scope: 'application' },
  'network.transport': { type: 'string', default: 'auto', enum: ['auto', 'direct', 'vscode'], scope: 'application' },
  'timeout.firstByte': seconds,
  'timeout.idle': seconds,
  'chat.sendKey': { type: 'string', default: 'enter', enum: ['enter', 'ctrlEnter'], scope: 'application' },
  'chat.scroll': { type: 'string', default: 'follow', enum: ['follow', 'stopAtTop', 'never'] },
  prompts: { type: 'array', default: [] },
  /** This setting is used only by `when` clauses in package.json. */
  'editor.contextMenu': { type: 'boolean', default: true },
} as const satisfies Readonly<Record<string, SettingDefinition>>;

type Definitions = typeof settingDefinitions;

export type SettingName = keyof Definitions;

export type NumberSetting = {
  [Name in SettingName]: Definitions[Name]['type'] extends 'number' ? Name : never;
}[SettingName];

export type ChoiceSetting = {
  [Name in SettingName]: Definitions[Name] extends { readonly enum: unknown } ? Name : never;
}[SettingName];

export type Choice<Name extends ChoiceSetting> = Definitions[Name]['enum'][number];
