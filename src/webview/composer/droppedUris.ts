/** The members of `DataTransfer` that the functions in this file read. */
export type DroppedData = Pick<DataTransfer, 'types' | 'getData'>;

/**
 * Types that VS Code sets for dragged files and editors. VS Code's own type comes first, because only this type
 * contains all URIs of a drag with several files.
 */
const listTypes = ['application/vnd.code.uri-list', 'text/uri-list'] as const;

/** Returns true if the types of a drag include URIs. The browser hides the URIs themselves until the drop. */
export function hasDroppedUris({ types }: Pick<DataTransfer, 'types'>): boolean {
  return listTypes.some((type) => types.includes(type));
}

/** Returns the dropped URIs in their order, without duplicates, from the first of `listTypes` that has URIs. */
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
