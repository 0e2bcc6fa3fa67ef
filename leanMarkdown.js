/** Makes markdown-it faster and smaller in the panel's bundle. */
import { readFileSync } from 'node:fs';

/** The beginning of a call that defines a field of an object or of the class. There may be a comment before the name. */
const definition = /_defineProperty\(\s*(this|MarkdownIt),\s*(?:\/\*\*.*?\*\/\s*)?"(\w+)",/gs;

/**
 * The functions of punycode.js that markdown-it calls. A URL of the browser encodes a host in the same way, but would also
 * change the case of other hosts. Encoded hosts are shown as they are, because letters of other scripts can be mistaken
 * for Latin ones.
 */
const punycode = `export default {
  toASCII: (host) => (/[^\\0-\\x7f]/.test(host) ? new URL('http://' + host).hostname : host),
  toUnicode: (host) => host,
};`;

/**
 * Makes the constructors of markdown-it assign their fields. The package calls a helper function for each field, which
 * checks the type of the field's name. This takes almost half of the time of parsing. Replaces the package punycode.js
 * with the browser's own encoding of hosts.
 *
 * @returns {import('esbuild').Plugin}
 */
export function leanMarkdown() {
  return {
    name: 'lean-markdown',
    setup({ onLoad, onResolve }) {
      onLoad({ filter: /[\\/]markdown-it[\\/]dist[\\/]markdown-it\.mjs$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        const contents = source.replace(definition, '$1.$2 = (');
        return contents === source
          ? { errors: [{ text: `${path} calls no helper for fields. If it assigns them now, remove this plugin.` }] }
          : { contents };
      });
      onResolve({ filter: /^punycode\.js$/ }, ({ path }) => ({ path, namespace: 'lean-markdown' }));
      onLoad({ filter: /.*/, namespace: 'lean-markdown' }, () => ({ contents: punycode }));
    },
  };
}
