/** The part of a DataTransfer that is read. */
export type DroppedData = Pick<DataTransfer, 'types' | 'getData'>;

/** What VS Code sets for its files and editors; only its own list, which comes first, has all of several. */
const listTypes = ['application/vnd.code.uri-list', 'text/uri-list'] as const;

/** Known while something is still dragged: its content is not. */
export function hasDroppedUris({ types }: Pick<DataTransfer, 'types'>): boolean {
  return listTypes.some((type) => types.includes(type));
}

export function droppedUris(data: DroppedData): readonly string[] {
  for (const type of listTypes) {
    const lines = data
      .getData(type)
      .split(/\r?\n/)
      .map((line) => line.trim());
    const uris = lines.filter((line) => line !== '' && !line.startsWith('#'));
    if (uris.length > 0) return [...new Set(uris)];
  }
  return [];
}
