import type { CommandId } from '../commands/commandIds.ts';
import { deleteAllData, type DeleteAllDataDependencies } from './deleteAllData.ts';
import { exportData, type ExportDataDependencies } from './exportData.ts';
import { importData, type ImportDataDependencies } from './importData.ts';

export type DataCommandId = Extract<CommandId, 'tally.exportData' | 'tally.importData' | 'tally.deleteAllData'>;

export type DataCommandDependencies = ExportDataDependencies &
  ImportDataDependencies &
  Omit<DeleteAllDataDependencies, 'exportData'>;

export type DataCommands = Readonly<Record<DataCommandId, () => Promise<void>>>;

/** Creates the commands for the data of all workspaces. */
export function createDataCommands(dependencies: DataCommandDependencies): DataCommands {
  return {
    'tally.exportData': async () => {
      await exportData(dependencies);
    },
    'tally.importData': async () => importData(dependencies),
    'tally.deleteAllData': async () =>
      deleteAllData({ ...dependencies, exportData: async () => exportData(dependencies) }),
  };
}
