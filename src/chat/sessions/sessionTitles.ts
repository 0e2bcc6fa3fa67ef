import type { SessionStore } from './sessionStore.ts';

/** Returns the titles of the workspace's sessions that have a question, by session id. */
export async function sessionTitles(sessions: Pick<SessionStore, 'list'>): Promise<ReadonlyMap<string, string>> {
  return new Map((await sessions.list()).map(({ id, title }) => [id, title]));
}
