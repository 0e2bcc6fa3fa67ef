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
    if (git(['rev-parse', '--is-shallow-repository']).toString().trim() !== 'false') return [];
    const commits = linesOf(git(['rev-list', '--no-merges', '--min-parents=1', newestCommit]));
    const chosen = shuffleByName(commits, (commit) => commit).slice(0, maxCommits);
    const changed = chosen.map((commit) => ({ commit, files: changedFiles(commit) }));
    const texts = readBlobs(changed.flatMap(({ files }) => files.flatMap(({ before, after }) => [before, after])));
    const pairs = changed.map(({ commit, files }): VersionPair => {
      const side = (blob: 'before' | 'after'): Record<string, string> =>
        Object.fromEntries(files.map((file) => [file.path, texts.get(file[blob]) ?? '']));
      return { name: commit.slice(0, 12), before: side('before'), after: side('after') };
    });
    return [{ name: ownName, language: 'TypeScript', pairs }];
  } catch {
    return [];
  }
}

/** A file with the hashes of its content before and after a commit. */
interface ChangedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

function changedFiles(commit: string): readonly ChangedFile[] {
  return linesOf(git(['diff-tree', '-r', '--no-commit-id', '--diff-filter=M', commit])).flatMap((line) => {
    const [, , before = '', after = '', , path = ''] = line.split(/[ \t]/);
    return languageOf(path) === undefined ? [] : [{ path, before, after }];
  });
}

/** Returns the texts with these hashes. */
function readBlobs(hashes: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const output = git(['cat-file', '--batch'], `${hashes.join('\n')}\n`);
  for (let position = 0; position < output.length;) {
    const start = output.indexOf('\n', position) + 1;
    const [hash = '', , size = ''] = output.toString('utf8', position, start).split(' ');
    const end = start + Number(size);
    texts.set(hash, output.toString('utf8', start, end));
    position = end + 1;
  }
  return texts;
}

function git(args: readonly string[], input = ''): Buffer {
  return execFileSync('git', args, {
    cwd: projectFolder,
    input,
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

function linesOf(output: Buffer): readonly string[] {
  return output.toString().trim().split('\n');
}
