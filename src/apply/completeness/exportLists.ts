import type { Item } from '../outline/items.ts';
import type { Outline } from '../outline/outline.ts';
import type { UnclearPlan } from '../planTypes.ts';
import type { Fragment } from '../fragments/fragment.ts';

/** The maximum length of a list that is searched for names. */
const maxLength = 10_000;

/** Returns true for a list of exports of JavaScript, such as `export { a, b };` or `module.exports = { a, b };`. */
export function isExportList({ key }: Item, { scan }: Outline): boolean {
  return scan.language.id === 'javascript' && /^(?:list export|value (?:module\.)?exports)$/.test(key);
}

/**
 * Returns true if the file has one of these functions or classes of the block as the value of an export, such as
 * `exports.a = function a() {…};`.
 */
export function areExportedValues(items: readonly Item[], file: Outline): boolean {
  if (file.scan.language.id !== 'javascript') return false;
  const names = new Set(
    file.top.items.flatMap(({ key, hasBody }) =>
      hasBody ? (/^value (?:module\.)?exports\.([\w$]+)$/.exec(key)?.slice(1) ?? []) : [],
    ),
  );
  return items.some(({ key, hasBody }) => hasBody && names.has(key.replace(/^value /, '')));
}

/** Returns the names in the file of what a list exports; none if it is too long. */
export function exportedNames({ head, end }: Item, { scan }: Outline): readonly string[] {
  const text = scan.code.slice(head, end).join(' ');
  const inner = text.length > maxLength ? undefined : /\{([^{}]*)\}/.exec(text)?.[1];
  return (inner ?? '').split(',').flatMap((each) => /^\s*(?:type\s+)?([\w$]+)/.exec(each)?.[1] ?? []);
}

/**
 * Returns the lists of the file whose names the block exports once more, such as with `export const a`.
 *
 * @param removed The lines of the file that the change replaces.
 */
export function listsOfSameExports({ block, file }: Fragment, removed: ReadonlySet<number>): readonly Item[] {
  const lists = file.top.items.filter((item) => item.key === 'list export' && !removed.has(item.head));
  if (lists.length === 0) return [];
  const exported = new Set(
    block.top.items.flatMap(({ head }) => {
      const header = (block.scan.code[head] ?? '').slice(0, 400);
      return /^\s*export\s+(?:(?:declare|async|abstract)\s+)*\w+\s*\*?\s*([\w$]+)/.exec(header)?.[1] ?? [];
    }),
  );
  return lists.filter((item) => exportedNames(item, file).some((name) => exported.has(name)));
}

/**
 * Returns the plan with a reason that names an export, if it is unclear because a list of exports of the block lacks this
 * export of the file.
 */
export function withLostExport(plan: UnclearPlan, block: Outline, file: Outline): UnclearPlan {
  const own = block.top.items.filter((item) => isExportList(item, block));
  if (plan.reason.kind !== 'incomplete' || own.length === 0) return plan;
  const shown = new Set(own.flatMap((item) => exportedNames(item, block)));
  const isPlace = ({ head, end }: Item) =>
    plan.places.some(({ startLine, endLine }) => startLine <= head && endLine === end);
  const lists = file.top.items.filter((item) => isExportList(item, file) && isPlace(item));
  const name = lists.flatMap((item) => exportedNames(item, file)).find((each) => !shown.has(each));
  return name === undefined ? plan : { ...plan, reason: { kind: 'losesExport', name } };
}
