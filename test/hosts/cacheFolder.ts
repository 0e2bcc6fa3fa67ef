import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the download cache that all clones of the project on this computer share:
 * `TALLY_CACHE`, else `XDG_CACHE_HOME/tally-chat`, else `~/.cache/tally-chat`. The folder may not exist yet.
 */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { TALLY_CACHE: own, XDG_CACHE_HOME: shared } = environment;
  if (own) return own;
  return join(shared ? shared : join(homedir(), '.cache'), 'tally-chat');
}
