import katex, { type KatexOptions } from 'katex';

/** Longer ones would hold up the panel. */
const maxLength = 5_000;

/** Elements within each other. What people write stays below 100; Chromium's layout crashes at some thousands. */
const maxDepth = 300;

/** Formulas are hostile: no links, no pictures, no HTML attributes, bounded sizes and macros. */
const options: KatexOptions = {
  output: 'htmlAndMathml',
  throwOnError: true,
  strict: 'ignore',
  trust: refuse,
  maxSize: 20,
  maxExpand: 500,
};

function refuse({ command }: { readonly command: string }): never {
  throw new Error(`A formula may not use ${command}.`);
}

/** KaTeX's own tree of what it is about to build. */
interface TreeNode {
  readonly attributes?: Record<string, string>;
  readonly children?: readonly TreeNode[];
  readonly toNode: () => Node;
}

const { __renderToDomTree: renderToDomTree } = katex as unknown as {
  readonly __renderToDomTree: (source: string, options: KatexOptions) => TreeNode;
};

/** Renders TeX with KaTeX; undefined for what it cannot show as a formula. */
export function renderFormula(source: string, isDisplay: boolean): Node | undefined {
  if (source.length > maxLength) return undefined;
  try {
    const tree = renderToDomTree(source, { ...options, displayMode: isDisplay, macros: {} });
    if (depthOf(tree) > maxDepth) return undefined;
    keepStyles(tree);
    return withStyles(tree.toNode());
  } catch {
    // Not TeX, not known to KaTeX, or nested too deeply: its source says more than an error would.
    return undefined;
  }
}

function depthOf({ children = [] }: TreeNode): number {
  return 1 + children.reduce((deepest, child) => Math.max(deepest, depthOf(child)), 0);
}

/** The page's policy forbids `style` as an attribute, and allows it as a property. */
function keepStyles({ attributes, children = [] }: TreeNode): void {
  const style = attributes?.['style'];
  if (attributes !== undefined && style !== undefined) {
    delete attributes['style'];
    attributes['data-style'] = style;
  }
  children.forEach(keepStyles);
}

function withStyles(node: Node): Node {
  if (!(node instanceof Element)) return node;
  for (const each of node.querySelectorAll<HTMLElement | SVGElement | MathMLElement>('[data-style]')) {
    each.style.cssText = each.dataset['style'] ?? '';
    delete each.dataset['style'];
  }
  return node;
}
