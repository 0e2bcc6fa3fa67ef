import { createSessionStore } from '../../../../src/chat/sessions/sessionStore.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { temporaryFolder, type CleanUp } from '../../cleanUp.ts';
import { exchangeRecords } from '../conversation/exchangeRecords.ts';
import type { Workspace } from '../openChat.ts';

/** Creates a workspace with sessions `a`, `b` and so on. Their titles are `Title a` and so on. The last one is the newest. */
export async function workspaceWithSessions(cleanUp: CleanUp, ...ids: readonly string[]): Promise<Workspace> {
  const workspace: Workspace = { folder: await temporaryFolder(cleanUp) };
  const sessions = createSessionStore(createNodeFileStore(workspace.folder), Date.now);
  for (const [index, id] of ids.entries()) await sessions.append(id, exchangeRecords(`Title ${id}`, index + 1));
  return workspace;
}
