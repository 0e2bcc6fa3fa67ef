import { gunzipSync } from 'node:zlib';

const blockSize = 512;

/**
 * Returns the files of a package's tarball that `isWanted` accepts. Paths are relative to the package's folder, with
 * `/`. Decodes the files as UTF-8.
 */
export function readTarball(tarball: Uint8Array, isWanted: (path: string) => boolean): ReadonlyMap<string, string> {
  const tar = gunzipSync(tarball);
  const files = new Map<string, string>();
  let longPath: string | undefined;
  for (let offset = 0; offset + blockSize <= tar.length && tar[offset] !== 0;) {
    const field = (from: number, length: number): string =>
      tar.toString('utf8', offset + from, offset + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 12), 8);
    const type = field(156, 1);
    const start = offset + blockSize;
    const text = (): string => tar.toString('utf8', start, start + size);
    if (type === 'x') longPath = /(?:^|\n)\d+ path=(.*)\n/.exec(text())?.[1];
    else {
      const prefix = field(345, 155);
      const path = (longPath ?? (prefix === '' ? '' : `${prefix}/`) + field(0, 100)).replace(/^[^/]*\//, '');
      longPath = undefined;
      if ((type === '0' || type === '') && isWanted(path)) files.set(path, text());
    }
    offset = start + Math.ceil(size / blockSize) * blockSize;
  }
  return files;
}
