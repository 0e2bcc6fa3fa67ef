import { settingDefinitions } from '../../../../src/vscode/settings/settingDefinitions.ts';
import type { Configuration } from '../../../../src/vscode/settings/settingReader.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns a configuration with the given settings of the user, the workspace, a workspace folder and a remote computer,
 * and with the defaults of the extension's other settings. The keys are full names, such as `tally.baseUrl`.
 */
export function configuration(
  user: Values,
  workspace: Values = {},
  folder: Values = {},
  remote: Values = {},
): Configuration {
  const defaults = Object.fromEntries(
    Object.entries(settingDefinitions).map(([name, { default: value }]) => [`tally.${name}`, value]),
  );
  return {
    get: (key: string) => ({ ...defaults, ...user, ...remote, ...workspace, ...folder })[key] as never,
    inspect: (key: string) => ({
      key,
      globalLocalValue: user[key],
      globalRemoteValue: remote[key],
      globalValue: (remote[key] ?? user[key]) as never,
      workspaceValue: workspace[key] as never,
      workspaceFolderValue: folder[key] as never,
    }),
  };
}
