import { settingDefinitions } from '../../../../src/vscode/settings/settingDefinitions.ts';
import type { Configuration } from '../../../../src/vscode/settings/settingReader.ts';

type Values = Readonly<Record<string, unknown>>;

/** VS Code's configuration with the values of the user's and the workspace's settings, by their whole names. */
export function configuration(user: Values, workspace: Values = {}): Configuration {
  const defaults = Object.fromEntries(
    Object.entries(settingDefinitions).map(([name, { default: value }]) => [`tally.${name}`, value]),
  );
  return {
    get: (key: string) => ({ ...defaults, ...user, ...workspace })[key] as never,
    inspect: (key: string) => ({ key, globalValue: user[key] as never, workspaceValue: workspace[key] as never }),
  };
}
