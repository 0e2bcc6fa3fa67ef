import { isPrototype } from '../completeness/prototypes.ts';
import { normalize } from '../lines/findLines.ts';
import { columnsOf, indentOf } from '../lines/indentation.ts';
import type { Item } from '../outline/items.ts';
import { isLaterAssignment } from '../outline/laterAssignment.ts';
import type { Container, LocatedItem, Outline } from '../outline/outline.ts';
import type { ScannedCode } from '../outline/scanCode.ts';
import type { Fragment } from './fragment.ts';

/** The lines of a header that are searched for its form. */
const maxHeaderLines = 4;

/**
 * Returns true if an item of the block may stand for an item of the file with the same key: both are declared in the
 * same form, and at a depth that the block does not exclude, and the item does not only assign what the other declares.
 *
 * @param container The container that the block shows around the item. Undefined if the block does not show it.
 * @param isBesideOthers The result of `showsTopLevel` for the block.
 */
export function mayStandFor(
  fragment: Fragment,
  item: Item,
  candidate: LocatedItem,
  container: Container | undefined,
  isBesideOthers: boolean,
): boolean {
  if (item.kind !== 'declaration') return true;
  const { block, file } = fragment;
  if (isLaterAssignment(block, item, file, candidate.item)) return false;
  const [own, old] = [formOf(block.scan, item), formOf(file.scan, candidate.item)];
  if (own.isMember !== old.isMember || isOtherAccessor(fragment, item, candidate.item)) return false;
  if (container !== undefined) return own.isStatic === old.isStatic;
  // The body may belong to another declaration, such as one in an `impl`.
  if (item.hasBody && isPrototype(file.scan, candidate.item)) return false;
  return own.shape === old.shape && mayBeAtDepth(fragment, item, candidate, own, isBesideOthers);
}

/**
 * Returns true if the decorators of a Python function say that it is another accessor of a property than the old one,
 * such as `@x.setter`. A block may leave out all decorators.
 */
function isOtherAccessor({ block, file }: Fragment, item: Item, old: Item): boolean {
  if (block.scan.language.id !== 'python' || item.decorators === item.head) return false;
  return accessorOf(block.scan, item) !== accessorOf(file.scan, old);
}

function accessorOf({ code }: ScannedCode, { decorators, head }: Item): string | undefined {
  for (const line of code.slice(decorators, head)) {
    const accessor = /^\s*@\w+\.(getter|setter|deleter)\s*$/.exec(line.slice(0, 200))?.[1];
    if (accessor !== undefined) return accessor;
  }
  return undefined;
}

interface Form {
  /** A member of a class or an object of JavaScript, or of a list of imports of Go. Such code is not valid elsewhere. */
  readonly isMember: boolean;
  readonly isStatic: boolean;
  /** The kind of the declaration, as far as its header says it. */
  readonly shape: string;
}

function formOf(scan: ScannedCode, { head, end, key }: Item): Form {
  const lines = scan.code.slice(head, Math.min(end, head + maxHeaderLines));
  const [header = ''] = lines
    .map((line) => line.slice(0, 400).trim())
    .join(' ')
    .split('{');
  const general = { isMember: false, isStatic: false };
  switch (scan.language.id) {
    case 'javascript': {
      const isMember = !isDeclaredAlone(header);
      return { isMember, isStatic: isMember && /^(?:\w+\s+)*static\s/.test(header), shape: scriptShape(header) };
    }
    case 'python':
      if (!/^(?:async\s+)?def\b/.test(header))
        return { ...general, shape: /^class\b/.test(header) ? 'class' : 'value' };
      return { ...general, shape: /^[^(]*\(\s*(?:self|cls)\b/.test(header) ? 'method' : 'function' };
    case 'rust': {
      const own = header.replace(/^pub\s*\([^)]*\)\s*/, '');
      if (!/^[^={(]*\bfn\b/.test(own)) return { ...general, shape: key.split(' ')[0] ?? '' };
      return {
        ...general,
        shape: /^[^(]*\(\s*(?:&\s*)?(?:'\w+\s+)?(?:mut\s+)?self\b/.test(own) ? 'method' : 'function',
      };
    }
    case 'go':
      return {
        ...general,
        isMember: key.startsWith('import ') && !/^import\b/.test(header),
        shape: /^func\b/.test(header) ? 'function' : 'value',
      };
    case 'c':
    case 'java':
      return { ...general, shape: /^[^=;]*\(/.test(header) ? 'function' : 'value' };
    default:
      return { ...general, shape: '' };
  }
}

function scriptShape(header: string): string {
  if (isDeclaredAlone(header)) return 'alone';
  if (/^[^=:]*\(|=>|\bfunction\b/.test(header)) return 'function';
  return /^[^=]*:/.test(header) ? 'property' : 'assignment';
}

/** Returns true for a declaration of JavaScript that is not a member of a class or an object. */
export function isDeclaredAlone(header: string): boolean {
  return /^\s*(?:async\s+)?(?:(?:export|declare|const|let|var|using|function|class|abstract\s+class|interface|enum|namespace|import)\b(?!\s*[(:=?])|type\s+[\w$]+\s*[<=])/.test(
    header.slice(0, 200),
  );
}

/** Returns false if the block says that the item is at the top level, or at another depth than the candidate. */
function mayBeAtDepth(
  { block, file }: Fragment,
  item: Item,
  { item: old, container: { owner } }: LocatedItem,
  form: Form,
  isBesideOthers: boolean,
): boolean {
  if (owner === undefined || isModule(file.scan, owner)) return true;
  const columns = (scan: ScannedCode, { head }: Item) => columnsOf(indentOf(scan.lines[head] ?? ''));
  const isIndented = columns(block.scan, item) > 0 && columns(block.scan, item) === columns(file.scan, old);
  if (isIndented) return true;
  const header = (scan: ScannedCode, { head }: Item) => normalize(scan.code[head] ?? '', 'all');
  const hasSameHeader = header(block.scan, item) === header(file.scan, old);
  switch (block.scan.language.id) {
    case 'json':
      return item.sections.length > 0 || file.top.items.includes(owner);
    case 'javascript':
      return !isTopLevel(block, item, form, isBesideOthers);
    case 'go':
      return form.shape !== 'function';
    case 'python':
    case 'rust':
      if (form.shape === 'function' && !hasSameHeader && item.decorators === item.head) return false;
      return !isTopLevel(block, item, form, isBesideOthers);
    case 'css':
      return !header(file.scan, owner).startsWith('@');
    default:
      return true;
  }
}

/** Returns true for a namespace or a module, whose items are declared as at the top level. */
function isModule({ code }: ScannedCode, { head }: Item): boolean {
  return /^\s*(?:(?:export|declare|pub(?:\([^)]*\))?)\s+)*(?:namespace|module|mod|global)\b/.test(
    (code[head] ?? '').slice(0, 200),
  );
}

/** Returns true for an exported declaration, and for a function or a type at the margin beside other code. */
function isTopLevel({ scan }: Outline, item: Item, form: Form, isBesideOthers: boolean): boolean {
  const header = (scan.code[item.head] ?? '').slice(0, 200);
  if (scan.language.id === 'javascript' && /^\s*export\b/.test(header)) return true;
  if (!isBesideOthers || form.shape === 'method' || item.decorators < item.head) return false;
  return /^(?:(?:async|pub|unsafe|abstract|declare)\s+)*(?:function|class|interface|enum|def|fn|struct)\b/.test(header);
}

/** Returns true if a block shows several declarations or statements at the margin, and none is a method. */
export function showsTopLevel({ scan, top }: Outline): boolean {
  const items = top.items.filter(({ kind }) => kind === 'declaration' || kind === 'statement');
  return items.length > 1 && items.every((item) => formOf(scan, item).shape !== 'method');
}
