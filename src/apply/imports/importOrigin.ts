import type { Item } from '../outline/items.ts';
import type { Outline } from '../outline/outline.ts';

/** The maximum length of an import that is searched for the name of its module. */
const maxLength = 2_000;

/** Modules of Python's standard library that programs often use. */
const standardModules = new Set(
  (
    'abc argparse ast asyncio base64 bisect collections contextlib copy csv dataclasses datetime decimal enum functools ' +
    'glob hashlib heapq html http importlib inspect io itertools json logging math multiprocessing operator os pathlib ' +
    'pickle platform queue random re secrets shutil signal socket sqlite3 statistics string subprocess sys tempfile ' +
    'threading time traceback types typing unittest urllib uuid warnings weakref xml zipfile zoneinfo'
  ).split(' '),
);

/**
 * Returns a text that is equal for imports that usually stand together, such as those of packages, of the files of the
 * same project, or of one package of Java. Returns undefined if the import's module or language is not known.
 */
export function importOrigin({ head, end }: Item, { scan }: Outline): string | undefined {
  const text = scan.lines.slice(head, end).join(' ');
  if (text.length > maxLength) return undefined;
  switch (scan.language.id) {
    case 'javascript': {
      const path = /(?:\bfrom|\brequire\(|^import)\s*["']([^"']+)["']/.exec(text)?.[1];
      return path === undefined ? undefined : (/^(?:node:|\.|[@~#]\/)/.exec(path)?.[0] ?? 'package');
    }
    case 'python': {
      const name = /^(?:from|import)\s+(\.|\w+)/.exec(text)?.[1];
      return name !== undefined && standardModules.has(name) ? 'standard' : name;
    }
    case 'java':
      return /^(?:import|using)\s+(?:static\s+)?(\w+)/.exec(text)?.[1];
    default:
      return undefined;
  }
}
