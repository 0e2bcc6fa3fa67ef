/** Collects the licences of the packages whose files are in the bundles. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the text of ThirdPartyNotices.txt: the name, version, licence and licence text of each package, sorted by
 * name. Throws if the text of a licence is unknown.
 *
 * @param {readonly import('esbuild').Metafile[]} metafiles
 */
export function thirdPartyNotices(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) => Object.keys(output.inputs)),
  );
  const files = Map.groupBy(new Set(inputs), (input) => packageFolder.exec(input)?.[0]);
  files.delete(undefined);
  const notices = [...files]
    .map(([folder, paths]) => noticeOf(folder, paths))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const heading = 'Tally Chat contains the following third-party software.';
  return `${heading}\n\n${notices.map(({ text }) => text).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Matches the path of a package's folder at the start of the path of one of its files. */
const packageFolder = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * @param {string} folder
 * @param {readonly string[]} paths The package's files in the bundles.
 */
function noticeOf(folder, paths) {
  const { name, version, license, homepage, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort();
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (files.every((file) => /^notice/i.test(file))) {
    // Some packages name their licence but do not contain its text. Only the text of the MIT licence is known here.
    if (license !== 'MIT' || author === undefined) throw new Error(`The text of the licence of ${name} is unknown.`);
    texts.unshift(mitLicence.replace('{author}', author.name ?? author));
  }
  texts.push(...embeddedNotices(paths));
  const title = [`${name} ${version} (${license})`, homepage].filter((line) => line !== undefined).join('\n');
  return { name, text: [title, ...texts].join('\n\n') };
}

/**
 * Returns the licences of code that a package has copied from other packages, without duplicates. Finds them in the
 * comments that contain “Copyright” and “Released under”.
 *
 * @param {readonly string[]} paths
 */
function embeddedNotices(paths) {
  const sources = paths.filter((path) => /\.[cm]?js$/.test(path));
  const comments = sources.flatMap((path) => readFileSync(path, 'utf8').match(/\/\*(?:(?!\*\/)[^])*\*\//g) ?? []);
  const licences = comments.filter((comment) =>
    /\bReleased under [^]*\bCopyright\b|\bCopyright\b[^]*\bReleased under /.test(comment),
  );
  return [...new Set(licences)].map((comment) => comment.replace(/^[/* ]+|^ \* ?|\s*\*\/$/gm, ''));
}

const mitLicence = `MIT License

Copyright (c) {author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
