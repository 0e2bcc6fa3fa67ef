/**
 * Searches all folders for at most `limit` items together. Each folder has an equal share of the limit. Folders that
 * use up their share are searched once more, with a larger share: the unused rest of the limit is divided equally among
 * them. Resolves with the items of each folder, in the order of `folders`.
 *
 * @param search Resolves with at most `limit` items of a folder.
 */
export async function searchFolders<Folder, Item>(
  folders: readonly Folder[],
  limit: number,
  search: (folder: Folder, limit: number) => Promise<readonly Item[]>,
): Promise<readonly (readonly Item[])[]> {
  const share = Math.floor(limit / folders.length);
  const found = await Promise.all(folders.map(async (folder) => search(folder, share)));
  const full = found.filter(({ length }) => length >= share).length;
  const rest = limit - found.reduce((sum, { length }) => sum + length, 0);
  const more = share + Math.floor(rest / full);
  if (full === 0 || more === share) return found;
  return Promise.all(
    folders.map(async (folder, index) => {
      const items = found[index] ?? [];
      return items.length < share ? items : search(folder, more);
    }),
  );
}
