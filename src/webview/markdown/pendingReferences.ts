/** A finished block that names a link definition which had not come yet. */
interface Waiting {
  readonly index: number;
  readonly source: string;
}

/** The finished blocks to show anew when a link definition comes after its use. */
export interface PendingReferences {
  /** Remembers a finished block if it may refer to a definition that is not known yet. */
  readonly add: (index: number, source: string, isKnown: (label: string) => boolean) => void;
  /** Returns and forgets the blocks that `isKnown` now makes complete, by index. */
  readonly resolve: (isKnown: (label: string) => boolean) => ReadonlyMap<number, string>;
}

export function pendingReferences(normalizeLabel: (label: string) => string): PendingReferences {
  const waiting = new Map<string, Waiting[]>();
  return {
    add: (index, source, isKnown) => {
      for (const match of source.matchAll(/\[((?:[^[\]\\]|\\.){1,999})\]/g)) {
        const label = normalizeLabel(match[1] ?? '');
        if (isKnown(label)) continue;
        const others = waiting.get(label);
        if (others === undefined) waiting.set(label, [{ index, source }]);
        else if (others.at(-1)?.index !== index) others.push({ index, source });
      }
    },
    resolve: (isKnown) => {
      const resolved = new Map<number, string>();
      for (const [label, blocks] of waiting) {
        if (!isKnown(label)) continue;
        waiting.delete(label);
        for (const { index, source } of blocks) resolved.set(index, source);
      }
      return resolved;
    },
  };
}
