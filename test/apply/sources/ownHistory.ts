import { execFileSync } from 'node:child_process';
import { projectFolder } from '../../hosts/projectPaths.ts';
import type { Source, VersionPair } from '../corpus.ts';
import { languageOf } from '../languages.ts';
import { shuffleByName } from '../random.ts';

/** The name of the source. It is always known (see rules.md). */
export const ownName = 'tally-chat';

/** The newest commit that the corpus uses. Fixed, so that new commits do not change the corpus. */
const newestCommit = '18a19a60d0e4ae92c65bf8b0e843961d8694de3c';

const maxCommits = 60;

/** Returns changes of this repository's history. Returns no source if the clone is shallow or lacks the commit. */
export function ownHistory(): readonly Source[] {
  try {
    if (git('rev-parse', '--is-shallow-repository').trim() !== 'false') return [];
    const commits = git('rev-list', '--no-merges', '--min-parents=1', newestCommit).trim().split('\n');
    const chosen = shuffleByName(commits, (commit) => commit).slice(0, maxCommits);
    return [{ name: ownName, language: 'TypeScript', pairs: chosen.map(pairOf) }];
  } catch {
    return [];
  }
}

function pairOf(commit: string): VersionPair {
  const changes = git('diff-tree', '-r', '--no-commit-id', '--diff-filter=M', commit).trim().split('\n');
  const before: Record<string, string> = {};
  const after: Record<string, string> = {};
  for (const change of changes) {
    const [, , oldBlob = '', newBlob = '', , path = ''] = change.split(/[ \t]/);
    if (languageOf(path) === undefined) continue;
    before[path] = git('cat-file', 'blob', oldBlob);
    after[path] = git('cat-file', 'blob', newBlob);
  }
  return { name: commit.slice(0, 12), before, after };
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: projectFolder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
