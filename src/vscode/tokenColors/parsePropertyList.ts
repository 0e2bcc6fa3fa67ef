/**
 * Reads an XML property list, as theme files in TextMate's own format are: dictionaries, arrays and strings;
 * anything else is undefined.
 */
export function parsePropertyList(xml: string): unknown {
  const tags = xml.matchAll(/<!--[^]*?-->|<(dict|array)\s*\/>|<(\/?)(dict|array)>|<(key|string)>([^<]*)<\/\4>|<(?:true|false|integer|real|date|data)\b/g);
  const root: Container = { items: [], key: undefined };
  const stack = [root];
  for (const [tag, empty, slash, container, kind, text = ''] of tags) {
    const top = stack.at(-1) ?? root;
    if (tag.startsWith('<!--')) continue;
    if (kind === 'key') top.key = unescape(text);
    else if (kind === 'string') add(top, unescape(text));
    else if (empty !== undefined) add(top, empty === 'array' ? [] : {});
    else if (container === undefined) add(top, undefined);
    else if (slash === '') {
      const items = container === 'array' ? [] : new Map<string, unknown>();
      stack.push({ items, key: undefined });
    } else if (stack.length > 1) {
      stack.pop();
      add(stack.at(-1) ?? root, top.items instanceof Map ? Object.fromEntries(top.items) : top.items);
    }
  }
  return Array.isArray(root.items) ? root.items[0] : undefined;
}

interface Container {
  readonly items: unknown[] | Map<string, unknown>;
  /** The last key that was read in a dictionary. */
  key: string | undefined;
}

function add({ items, key }: Container, value: unknown): void {
  if (Array.isArray(items)) items.push(value);
  else if (key !== undefined) items.set(key, value);
}

function unescape(text: string): string {
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '');
}
