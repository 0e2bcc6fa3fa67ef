/** A finished block that names a link definition which had not come yet. */
interface Waiting {
  readonly index: number;
  readonly source: string;
}

/** The finished blocks to show anew when a link definition comes after its use. */
export interface PendingReferences {
  /**
   * Remembers a finished block if it may refer to a definition that is not known yet, or, where a part of it
   * was shown earlier, was not known then.
   */
  readonly add: (index: number, source: string, wasShown: boolean, isKnown: (label: string) => boolean) => void;
  /** Returns and forgets the blocks that these definitions, which are new, make complete, by index. */
  readonly resolve: (labels: readonly string[]) => ReadonlyMap<number, string>;
}

export function createPendingReferences(normalizeLabel: (label: string) => string): PendingReferences {
  const waiting = new Map<string, Waiting[]>();
  let due = new Map<number, string>();
  return {
    add: (index, source, wasShown, isKnown) => {
      for (const match of source.matchAll(/\[((?:[^[\]\\]|\\.){1,999})\]/g)) {
        const label = normalizeLabel(match[1] ?? '');
        if (isKnown(label)) {
          if (wasShown) due.set(index, source);
          continue;
        }
        const others = waiting.get(label);
        if (others === undefined) waiting.set(label, [{ index, source }]);
        else if (others.at(-1)?.index !== index) others.push({ index, source });
      }
    },
    resolve: (labels) => {
      const resolved = due;
      due = new Map();
      for (const label of labels) {
        for (const { index, source } of waiting.get(label) ?? []) resolved.set(index, source);
        waiting.delete(label);
      }
      return resolved;
    },
  };
}
