/** Speeds up the construction of markdown-it's objects in the bundles. */
import { readFileSync } from 'node:fs';

/** The helper that markdown-it's package calls for each field of each new object. */
const helper = /function _defineProperty\(.*?\n\}\n/s;
const assignment = 'function _defineProperty(object, name, value) {\n  object[name] = value;\n}\n';

/**
 * Makes the constructors of markdown-it assign their fields. The package defines them with a helper function that checks
 * the type of each field's name, which takes almost half of the time of parsing.
 *
 * @returns {import('esbuild').Plugin}
 */
export function assignedFields() {
  return {
    name: 'assigned-fields',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]markdown-it[\\/]dist[\\/]markdown-it\.mjs$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        return helper.test(source)
          ? { contents: source.replace(helper, assignment) }
          : {
              errors: [
                { text: `${path} has no helper for fields. If the package assigns them now, remove this plugin.` },
              ],
            };
      });
    },
  };
}
