import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the path of the shared cache. All clones of the project on this computer use the shared cache for downloads.
 * The path is `TALLY_CACHE` if set, else `$XDG_CACHE_HOME/tally-chat` if set, else `~/.cache/tally-chat`.
 * The folder may not exist yet.
 */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { TALLY_CACHE: own, XDG_CACHE_HOME: shared } = environment;
  if (own) return own;
  return join(shared ? shared : join(homedir(), '.cache'), 'tally-chat');
}
