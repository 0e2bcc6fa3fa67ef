import katex, { type KatexOptions } from 'katex';

/** Maximum length of a formula in characters, because rendering longer formulas would block the panel. */
const maxLength = 5_000;

/** Maximum depth of nested elements. Real formulas stay below 100. Chromium's layout crashes at a few thousand. */
const maxDepth = 300;

/** Maximum number of nodes, because the layout of more nodes would block the panel. Real formulas stay below 5,000. */
const maxNodes = 10_000;

/** Maximum number of tokens of a macro that a formula defines. KaTeX limits only the number of expansions. */
const maxMacroTokens = 20;

/** Formulas are untrusted. These options refuse links, images and HTML attributes, and limit sizes and macros. */
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

/** A node of KaTeX's virtual DOM. */
interface TreeNode {
  readonly attributes?: Record<string, string>;
  readonly children?: readonly TreeNode[];
  readonly toNode: () => Node;
}

const { __renderToDomTree: renderToDomTree } = katex as unknown as {
  readonly __renderToDomTree: (source: string, options: KatexOptions) => TreeNode;
};

interface MacroDefinition {
  /** The body, in reverse order. In the body, `#` and a digit stand for a parameter. */
  readonly tokens: readonly { readonly text: string }[];
}

/**
 * Returns an object to which KaTeX adds the macros that a formula defines. Throws an error when KaTeX adds a macro that
 * is too long, or that repeats a parameter. The expansions of a few such macros could have millions of tokens.
 */
function createMacros(): NonNullable<KatexOptions['macros']> {
  return new Proxy<Record<string, string>>(Object.create(null) as Record<string, string>, {
    set: (macros, name, definition: MacroDefinition | string) => {
      if (typeof definition === 'object' && isExpensive(definition)) throw new Error('A macro is too complex.');
      return Reflect.set(macros, name, definition);
    },
  });
}

function isExpensive({ tokens }: MacroDefinition): boolean {
  const parameters = tokens.filter((_, index) => tokens[index + 1]?.text === '#').map(({ text }) => text);
  return tokens.length > maxMacroTokens || new Set(parameters).size < parameters.length;
}

/** Renders TeX to a DOM node. Returns undefined if KaTeX fails, or if the formula is too long or too complex. */
export function renderFormula(source: string, isDisplay: boolean): Node | undefined {
  if (source.length > maxLength) return undefined;
  try {
    const tree = renderToDomTree(source, { ...options, displayMode: isDisplay, macros: createMacros() });
    if (depthOf(tree) > maxDepth || countNodes(tree) > maxNodes) return undefined;
    moveStylesToData(tree);
    return applyStyles(tree.toNode());
  } catch {
    // The TeX is invalid or unsupported, or the stack overflowed. The source stays visible.
    return undefined;
  }
}

function depthOf({ children = [] }: TreeNode): number {
  return 1 + children.reduce((deepest, child) => Math.max(deepest, depthOf(child)), 0);
}

function countNodes({ children = [] }: TreeNode): number {
  return 1 + children.reduce((count, child) => count + countNodes(child), 0);
}

/**
 * Replaces `style` attributes by `data-style` attributes. The page's content security policy forbids `style`
 * attributes, but scripts may set the `style` property of an element.
 */
function moveStylesToData({ attributes, children = [] }: TreeNode): void {
  const style = attributes?.['style'];
  if (attributes !== undefined && style !== undefined) {
    delete attributes['style'];
    attributes['data-style'] = style;
  }
  children.forEach(moveStylesToData);
}

/** Sets the `style` property of each descendant from its `data-style` attribute, and removes the attribute. */
function applyStyles(node: Node): Node {
  if (!(node instanceof Element)) return node;
  for (const each of node.querySelectorAll<HTMLElement | SVGElement | MathMLElement>('[data-style]')) {
    each.style.cssText = each.dataset['style'] ?? '';
    delete each.dataset['style'];
  }
  return node;
}
