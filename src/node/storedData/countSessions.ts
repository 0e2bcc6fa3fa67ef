import { isSessionFile, workspaceLayout } from './dataLayout.ts';
import type { FoundData } from './dataFolders.ts';
import { walkData } from './walkData.ts';

/** Returns the number of sessions in all workspaces. Does not count the sessions in the trash. */
export async function countSessions({ workspaces }: FoundData): Promise<number> {
  let sessions = 0;
  for (const { folder } of workspaces) {
    for await (const { kind, path } of walkData(folder, workspaceLayout))
      if (kind === 'file' && isSessionFile(path)) sessions += 1;
  }
  return sessions;
}
