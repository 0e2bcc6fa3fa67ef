/**
 * A finished block to show again. The block contains a reference to a link definition that may have been unknown when
 * the reference was parsed.
 */
export interface RevisedBlock {
  /** Index of the block among all blocks of the reply. */
  readonly index: number;
  readonly source: string;
}

interface WaitingBlock extends RevisedBlock {
  /** Labels of the references in the block that may have been parsed before their definitions were known. */
  readonly labels: ReadonlySet<string>;
}

/**
 * Matches an escaped character, or a reference with its label. Because escaped characters match, no label is searched
 * for after an escaped bracket.
 */
const escapeOrReference = /\\.|\[((?:[^[\]\\]|\\.){1,999})\]/gs;

/** Finds the finished blocks to show again, because link definitions may have been received after their references. */
export class PendingReferences {
  readonly #normalizeLabel: (label: string) => string;
  readonly #isKnown: (label: string) => boolean;
  readonly #waiting: WaitingBlock[] = [];

  /** `isKnown` returns true if the definition of a normalized label was received. */
  constructor(normalizeLabel: (label: string) => string, isKnown: (label: string) => boolean) {
    this.#normalizeLabel = normalizeLabel;
    this.#isKnown = isKnown;
  }

  /**
   * Adds a finished block. Parts of the block may have been parsed before the definitions of `lateLabels` were known.
   * All other definitions that are known now were known when the whole block was parsed.
   */
  add(index: number, source: string, lateLabels: ReadonlySet<string> = new Set()): void {
    const labels = new Set<string>();
    for (const [, label] of source.matchAll(escapeOrReference))
      if (label !== undefined) labels.add(this.#normalizeLabel(label));
    for (const label of labels) if (this.#isKnown(label) && !lateLabels.has(label)) labels.delete(label);
    if (labels.size > 0) this.#waiting.push({ index, source, labels });
  }

  /** Returns the blocks to show again, in the order of the calls of `add`. Call `resolve` after all blocks were added. */
  resolve(): readonly RevisedBlock[] {
    return this.#waiting
      .filter(({ labels }) => [...labels].some(this.#isKnown))
      .map(({ index, source }) => ({ index, source }));
  }
}
