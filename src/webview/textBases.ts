import { hashOf } from '../common/text/hashOf.ts';

/**
 * The bases of a text: the texts that the extension may keep if only this panel has changed them. The first base is the
 * last text that the extension has posted or confirmed. The others are the texts that the panel has posted since. Keeps
 * only hashes, because the panel stores the bases with each typed character, and there may be many while the extension
 * does not answer.
 */
export interface TextBases {
  /** The hashes of the bases, oldest first. See `hashOf`. */
  readonly hashes: () => readonly number[];
  /** Sets the only base: a text that the extension has posted. */
  readonly reset: (text: string | undefined) => void;
  /** Adds a posted text. When `answered` resolves, the extension has handled the post, so older bases are dropped. */
  readonly add: (text: string | undefined, answered: Promise<unknown>) => void;
}

/** `onChange` is called after each change of the bases. `text` is the first base. */
export function createTextBases(onChange: () => void, text?: string): TextBases {
  let bases: readonly { readonly hash: number }[] = [{ hash: hashOf(text) }];

  function set(next: typeof bases): void {
    bases = next;
    onChange();
  }

  return {
    hashes: () => bases.map(({ hash }) => hash),
    reset: (next) => set([{ hash: hashOf(next) }]),
    add: (next, answered) => {
      const base = { hash: hashOf(next) };
      set([...bases, base]);
      void answered.then(() => {
        const index = bases.indexOf(base);
        if (index > 0) set(bases.slice(index));
      });
    },
  };
}
