import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the path of the shared cache: the folder with the programs and files that the tests install or prepare.
 * By default, all clones of the project on this user account use the same folder.
 * The path is `TALLY_CACHE` if set, else `tally-chat` in `XDG_CACHE_HOME` if set, else `~/.cache/tally-chat`. An empty
 * variable counts as not set. The folder may not exist yet.
 */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { TALLY_CACHE: own, XDG_CACHE_HOME: shared } = environment;
  if (own) return own;
  return join(shared ? shared : join(homedir(), '.cache'), 'tally-chat');
}
