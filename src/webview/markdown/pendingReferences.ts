/** A finished block that may refer to a link definition that has not been received yet. */
interface WaitingBlock {
  readonly index: number;
  readonly source: string;
}

/**
 * Tracks which finished blocks to render again when a link definition is received after a reference to the definition.
 */
export interface PendingReferences {
  /**
   * Adds a finished block if the block may refer to an unknown definition.
   * `wasShown` is true if parts of the block were shown before the block was finished. Such a block is also added if
   * it refers to a known definition, because the definition may have been unknown when those parts were rendered.
   */
  readonly add: (index: number, source: string, wasShown: boolean, isKnown: (label: string) => boolean) => void;
  /**
   * Removes and returns the blocks to render again. `labels` are the labels of new definitions.
   * The result maps block indexes to sources.
   */
  readonly resolve: (labels: readonly string[]) => ReadonlyMap<number, string>;
}

export function createPendingReferences(normalizeLabel: (label: string) => string): PendingReferences {
  const waiting = new Map<string, WaitingBlock[]>();
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
