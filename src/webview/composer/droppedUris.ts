/** The members of `DataTransfer` that are used here. */
export type DroppedData = Pick<DataTransfer, 'types' | 'getData'>;

/** Types that VS Code sets for dragged files and editors. The first is VS Code's own; only it lists several files. */
const listTypes = ['application/vnd.code.uri-list', 'text/uri-list'] as const;

/** True if the drag has URIs. Checks only the types: a browser hides the content until the drop. */
export function hasDroppedUris({ types }: Pick<DataTransfer, 'types'>): boolean {
  return listTypes.some((type) => types.includes(type));
}

/** Returns the URIs in order and without duplicates; empty if there are none. */
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
