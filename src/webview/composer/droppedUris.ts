/** The members of `DataTransfer` that `droppedUris` reads. */
export type DroppedData = Pick<DataTransfer, 'types' | 'getData'>;

/**
 * Types that VS Code sets for dragged files and editors. VS Code's own type comes first, because only it lists several
 * files.
 */
const listTypes = ['application/vnd.code.uri-list', 'text/uri-list'] as const;

/** Returns true if a drag has URIs. Checks only the types, because a browser hides the content until the drop. */
export function hasDroppedUris({ types }: Pick<DataTransfer, 'types'>): boolean {
  return listTypes.some((type) => types.includes(type));
}

/** Returns the dropped URIs in order and without duplicates. Uses the first of `listTypes` that contains URIs. */
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
