import type { Item } from '../outline/items.ts';
import type { Outline } from '../outline/outline.ts';

/** The maximum length of an import that is searched for names. */
const maxLength = 2_000;

/** Returns true for an import, an include, and an export of what another module exports. */
export function isImport({ key, head }: Item, { scan }: Outline): boolean {
  // The key of an import of several lines is its first line.
  return (
    /^(?:import|include|export|header (?:import|from|use))\b/.test(key) ||
    /=\s*require\(/.test((scan.lines[head] ?? '').slice(0, 400))
  );
}

/** Returns true if the items are only imports and comments. */
export function areImports(items: readonly Item[], outline: Outline): boolean {
  return items.every((item) => item.kind === 'comment' || isImport(item, outline));
}

/** Returns the names that an import declares; none if it only names a module, or is too long. */
export function importedNames({ head, end }: Item, { scan }: Outline): readonly string[] {
  const text = scan.code.slice(head, end).join(' ');
  if (text.length > maxLength) return [];
  const clause = text.split(/\bfrom\s*["']|=/, 1)[0] ?? '';
  return [...clause.matchAll(/(?<![\w$])([\w$]+)(?![\w$])\s{0,9}(?=[,;})]|$)/g)].map(([, name]) => name ?? '');
}

/**
 * Returns true if the file has one of these imports of the block in another form: in a list of Go or Rust or beside one, or
 * in a `use` of Rust with another path.
 */
export function haveOtherForm(items: readonly Item[], block: Outline, file: Outline): boolean {
  const { id } = block.scan.language;
  const imports = id === 'go' || id === 'rust' ? file.top.items.filter((each) => isImport(each, file)) : [];
  if (id === 'go') {
    const hasList = file.findIn(file.top, 'list import').length > 0;
    return items.some(({ key }) => (key === 'list import' ? imports.length > 0 : hasList && key.startsWith('import ')));
  }
  const pathOf = ({ key }: Item) => key.replace(/::$/, '');
  const paths = new Set(imports.map(pathOf));
  const lists = new Set(imports.flatMap(({ key }) => (key.endsWith('::') ? [key.slice(0, -2)] : [])));
  const names = new Set(imports.flatMap((each) => importedNames(each, file)));
  return (
    id === 'rust' &&
    items.some(
      (item) =>
        isImport(item, block) &&
        (paths.has(pathOf(item)) ||
          lists.has(pathOf(item).replace(/::[^:]*$/, '')) ||
          importedNames(item, block).some((name) => name !== 'self' && names.has(name))),
    )
  );
}
