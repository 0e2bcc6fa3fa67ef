import type { Language } from '../languages.ts';

/** The maximum length of a header that is searched for a name. */
const maxHeader = 1_500;

const keywords = new Set(
  (
    'if else for while do switch case default return throw try catch finally with yield await new delete typeof void ' +
    'import export in of instanceof this super print assert raise pass break continue loop match unsafe goto sizeof ' +
    'go defer select range elif except lambda not and or del global nonlocal static_assert using let const var'
  ).split(' '),
);

/** The words before parentheses that are not the name of a method. Other keywords, such as `delete`, can be. */
const controlWords = new Set('if for while switch catch with function return throw await typeof super'.split(' '));

/**
 * Returns the key of the declaration with this header: a kind such as `value`, `type` or `import`, and a name. Returns
 * undefined if the header declares nothing. The header is on one line, without comments.
 *
 * @param hasBody The declaration has lines in brackets, or indented lines.
 */
export function declarationOf(header: string, language: Language, hasBody: boolean): string | undefined {
  const text = header.slice(0, maxHeader);
  switch (language.id) {
    case 'javascript':
      return importKey(text) ?? scriptKey(text, hasBody);
    case 'python':
      return pythonKey(text);
    case 'go':
      return goKey(text) ?? memberKey(text);
    case 'rust':
      return rustKey(text) ?? memberKey(text);
    case 'c':
      return specializedKey(text, nativeKey(text, hasBody)) ?? memberKey(text);
    case 'java':
      return nativeKey(text, hasBody) ?? memberKey(text);
    case 'css':
      return hasBody ? `type ${text.replace(/\s*\{.*$/, '').replaceAll(/\s+/g, ' ')}` : memberKey(text);
    case 'ruby':
      return rubyKey(text) ?? memberKey(text);
    case 'sql':
      return /^(?:alter|delete|insert|merge|set|update|with)\b/i.test(text)
        ? undefined
        : (sqlKey(text) ?? memberKey(text));
    default:
      return memberKey(text);
  }
}

type Rule = readonly [pattern: RegExp, kind: string];

function first(text: string, rules: readonly Rule[]): string | undefined {
  for (const [pattern, kind] of rules) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined) return `${kind} ${name.replaceAll(/\s+/g, '')}`;
  }
  return undefined;
}

function importKey(text: string): string | undefined {
  const required =
    /^(?:const|let|var)\s+\{[^}]*\}\s*=\s*(?:await\s+)?(?:require|import)\(\s*["']([^"']+)["']\s*\);?$/.exec(text)?.[1];
  if (required !== undefined) return `import ${required}`;
  if (/^export\s+(?:type\s+)?\{[^}]*\};?$/.test(text)) return 'list export';
  if (!/^(?:import|export)\b/.test(text)) return undefined;
  const isExport = text.startsWith('export');
  const [, module] = /(?:\bfrom|^import)\s*["']([^"']+)["']/.exec(text) ?? [];
  if (module === undefined) return undefined;
  const isType = /^(?:import|export)\s+type\b/.test(text);
  return `${isExport ? 'export' : 'import'}${isType ? ' type' : ''} ${module}`;
}

const scriptModifiers =
  /^(?:(?:export|default|declare|async|abstract|public|private|protected|static|readonly|override|accessor)\s+)+(?=[\w$#[*{"'])/;

const scriptRules: readonly Rule[] = [
  [/^function\b\s*\*?\s*([\w$]+)/, 'value'],
  [/^class\s+([\w$]+)/, 'value'],
  [/^(?:interface|type|namespace|module)\s+([\w$."']+)\s*(?:[<={]|extends\b|$)/, 'type'],
  [/^(?:const\s+)?enum\s+([\w$]+)/, 'value'],
  [/^(?:const|let|var|using)\s+([\w$]+)\s*(?:[=:;!]|$)/, 'value'],
  [/^(?:const|let|var)\s+([{[][^=]*[}\]])\s*=/, 'value'],
  [/^(get\s+(?:[\w$#]+|\[[^\]]+\]))\s*\(/, 'value'],
  [/^(set\s+(?:[\w$#]+|\[[^\]]+\]))\s*\(/, 'value'],
];

function scriptKey(header: string, hasBody: boolean): string | undefined {
  const text = header.replace(scriptModifiers, '');
  if (/^export\s+default\b/.test(header) && !/^(?:function|class)\b\s*\*?\s*[\w$]/.test(text)) return 'value default';
  const declared = first(text, scriptRules);
  if (declared !== undefined) return declared;
  const call = /^([\w$.]+)\(\s*(["'`])((?:(?!\2).){1,200})\2/.exec(text);
  if (call !== null && hasBody && !keywords.has(call[1] ?? '')) return `call ${call[1]}(${call[3]}`;
  if (hasBody || /[;,]$/.test(text) || /\)\s*:\s*[^=]+$/.test(text)) {
    const method = /^\*?\s*(#?[\w$]+|\[[^\]]+\]|["'][^"']+["'])\s*[?!]?\s*(?:<[^()]*>)?\(/.exec(text);
    const name = method?.[1];
    const isMethod = hasBody
      ? /[{]$/.test(text) && !/^[\w$]+\(.*(?:=>|\bfunction\b).*\{$/.test(text)
      : /\)\s*:\s*[^=]+;?$/.test(text);
    if (name !== undefined && isMethod && !controlWords.has(name)) return `value ${unquote(name)}`;
  }
  return memberKey(text);
}

const pythonRules: readonly Rule[] = [
  [/^(?:async\s+)?def\s+(\w+)/, 'value'],
  [/^class\s+(\w+)/, 'value'],
  [/^from\s+([\w.]+)\s+import\b/, 'import'],
  [/^import\s+([\w.]+(?:\s+as\s+\w+)?)$/, 'import'],
];

function pythonKey(text: string): string | undefined {
  return first(text, pythonRules) ?? memberKey(text);
}

function rubyKey(text: string): string | undefined {
  const declared = first(text, [[/^(?:def|class|module)\s+([\w.:?!=]+)/, 'value']]);
  if (declared !== undefined) return declared;
  // A call with a symbol, such as `scope :active`, declares what the symbol names.
  const [, method, symbol] = /^([a-z_]\w*)[ (]\s*:(\w+[?!]?)/.exec(text) ?? [];
  if (method === undefined || symbol === undefined || keywords.has(method)) return undefined;
  return /^(?:and|elsif|not|or|puts|p|rescue|unless|until|when)$/.test(method)
    ? undefined
    : `value ${method} :${symbol}`;
}

const goRules: readonly Rule[] = [
  [/^func\s+([A-Za-z_]\w*)/, 'value'],
  [/^type\s+([A-Za-z_]\w*)/, 'type'],
  [/^(?:var|const)\s+([A-Za-z_]\w*)/, 'value'],
  [/^(package)\b/, 'package'],
  [/^(import)\s*\($/, 'list'],
  [/^import\s+((?:[\w.]+\s+)?"[^"]+")/, 'import'],
  [/^((?:[\w.]+\s+)?"[^"]+")$/, 'import'],
];

function goKey(text: string): string | undefined {
  const [, receiver, method] = /^func\s*\(\s*(?:\w+\s+)?\*?\s*(\w+)[^)]*\)\s*(\w+)/.exec(text) ?? [];
  if (receiver !== undefined && method !== undefined) return `value ${receiver}.${method}`;
  return first(text, goRules);
}

const rustModifiers =
  /^(?:(?:pub(?:\s*\([^)]*\))?|async|unsafe|const(?=\s+(?:fn|unsafe|extern))|extern(?:\s+"[^"]*")?|default)\s+)+/;
const rustRules: readonly Rule[] = [
  [/^fn\s+(\w+)/, 'value'],
  [/^(?:struct|enum|trait|union|type)\s+(\w+)/, 'type'],
  [/^mod\s+(\w+)/, 'module'],
  [/^(?:const|static)\s+(?:mut\s+)?(\w+)/, 'value'],
  [/^let\s+(?:mut\s+)?(\w+)\s*(?:[=:;]|$)/, 'value'],
  [/^macro_rules!\s*(\w+)/, 'macro'],
  [/^use\s+([^;{]+)/, 'import'],
];

function rustKey(header: string): string | undefined {
  const text = header.replace(rustModifiers, '');
  if (/^impl\b/.test(text)) return `impl ${text.replace(/\s*(?:\bwhere\b.*)?\{.*$/, '').replaceAll(/\s+/g, ' ')}`;
  return first(text, rustRules);
}

const nativeRules: readonly Rule[] = [
  [/^#\s*define\s+(\w+)/, 'macro'],
  [/^#\s*include\s*([<"][^>"]+[>"])/, 'include'],
  [/^(?:package|namespace)\s+([\w.:\\]+)/, 'module'],
  [/^(?:import|using|use)\s+(?:static\s+)?([\w.:*\\]+)/, 'import'],
];
const nativeStatement =
  /^(?:return|if|else|for|while|switch|case|do|throw|delete|new|goto|using|typedef|await|yield|assert|import|package)\b/;
const typeHeader =
  /^(?:(?:[a-z@]\w*)\s+){0,6}?(?:class|struct|union|enum(?:\s+class)?|interface|record|trait|object|protocol|extension|@interface|@implementation)\s+(?:[A-Z_]{2,}\s+)?(\w+(?:::\w+)*)/;

/** Returns the key of a declaration of C, C++, Java or a similar language. */
function nativeKey(header: string, hasBody: boolean): string | undefined {
  const simple = first(header, nativeRules);
  if (simple !== undefined) return simple;
  const text = header.replace(/^(?:template\s*<[^{;()]*>\s*)+/, '');
  const type = typeHeader.exec(text);
  if (type !== null && (hasBody || /;$/.test(text))) {
    // Parameters after the name belong to the type. Other parameters are those of a function that returns the type.
    const rest = text.slice(type[0].length).split('{')[0] ?? '';
    if (/^\s*(?:<[^<>()]*>\s*)?\(/.test(rest) || !rest.includes('(')) return `type ${type[1]}`;
  }
  const typedef = /^typedef\b.*\b(\w+)\s*;$/.exec(text)?.[1];
  if (typedef !== undefined) return `type ${typedef}`;
  const named = /^(?:[\w:<>,~*&[\]\s.@?]*[\s*&>])?((?:\w+(?:<[^<>]*>)?::)*(?:~?\w+|operator\s*[^\s(]{1,3}))\s*\(/.exec(
    text,
  );
  const name = named?.[1];
  if (name === undefined || keywords.has(name)) return undefined;
  const hasType = (named?.[0].length ?? 0) > name.length + 1;
  const startsWithKeyword = nativeStatement.test(text);
  if (startsWithKeyword || /=/.test(named?.[0] ?? '')) return undefined;
  if (!hasBody && (!hasType || !/\)[^()]*;$/.test(text))) return undefined;
  if (!hasType && !/\)\s*(?:[:{]|const\b|noexcept\b|throws\b).*\{?$/.test(text)) return undefined;
  return `value ${name.replaceAll(/\s+/g, '')}`;
}

/** Returns the key of a type of C++ with the arguments of its template, if it is a specialization such as `A<int>`. */
function specializedKey(text: string, key: string | undefined): string | undefined {
  if (key?.startsWith('type ') !== true) return key;
  const [, name, given] =
    /\b(?:class|struct)\s+(?:\w+\s+){0,2}?(\w+)\s*(<[^;{()]{1,80}>)\s*(?:final\s*)?[:{;]/.exec(text) ?? [];
  return given !== undefined && key === `type ${name ?? ''}` ? key + given.replaceAll(/\s/g, '') : key;
}

/** Returns the key of what a complete statement of SQL creates. Its body may end at the end of the header. */
function sqlKey(text: string): string | undefined {
  const [, kind, name] =
    /^create\s+(?:(?:or|replace|global|local|temp|temporary|unlogged|unique|materialized)\s+)*(table|view|index|type|sequence|schema)\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?((?!on\b)[\w.$"`[\]]+)/i.exec(
      text,
    ) ?? [];
  if (kind === undefined || name === undefined) return undefined;
  const form = /^(?:table|type)$/i.test(kind) ? 'type' : `value ${kind}`;
  return `${form} ${name.replaceAll(/["`[\]]/g, '')}`.toLowerCase();
}

/** Returns the key of an assignment, a field, or a property of an object or a configuration. */
function memberKey(text: string): string | undefined {
  const assigned =
    /^(?:(?:[A-Za-z_$][\w$<>,*&[\]?.]*\s+){0,4}?[*&]{0,2})?([A-Za-z_$@][\w$]*(?:(?:\.|->|::)#?[\w$]+){0,6}(?:\[[^\]]{1,80}\])?)\s*(?::\s*[^=]{1,200})?\s*:?=(?![=>])/.exec(
      text,
    );
  const name = assigned?.[1];
  const isField = name?.startsWith('this.') === true && text.startsWith('this.');
  if (name !== undefined && (isField || (!keywords.has(name) && !keywords.has(/^\w+/.exec(text)?.[0] ?? ''))))
    return `value ${name}`;
  const property = /^((?:[\w$#.@/-]+|"[^"]{1,200}"|'[^']{1,200}')\??)\s*:(?![:=])/.exec(text)?.[1];
  if (property !== undefined && !keywords.has(property)) return `value ${unquote(property)}`;
  return undefined;
}

function unquote(name: string): string {
  return name.replace(/^["'](.*)["']$/, '$1').replace(/\?$/, '');
}
