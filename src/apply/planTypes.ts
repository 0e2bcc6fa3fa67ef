/** A code block of a reply. */
export interface ReplyBlock {
  /** The content of the fence, without the line break before the closing fence. */
  readonly code: string;
  /** The info string of the fence, such as `ts`, `ts:src/cart.ts` or `ts title="src/cart.ts"`; empty if there is none. */
  readonly info: string;
  /**
   * The Markdown text between the previous block and this one; for the first block, all text before it. Begins with the
   * headings of the section that the text continues. A line below a block that has no other name, such as ``Save this as
   * `cart.ts`.``, is at the end of its text instead.
   */
  readonly before: string;
  /** The code of the previous block if the text says that this block replaces it, as in `Change this:` … `to this:`. */
  readonly replaced?: string;
}

/** A file of the workspace. `path` is relative to the workspace folder, with `/`. */
export interface FileText {
  readonly path: string;
  readonly text: string;
}

/** A possible place of a change: lines [startLine, endLine) of the file, counted from 0. */
export interface Place {
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * The reason why a change is unclear:
 *
 * - `notFound`: the code or its context is nowhere in the file.
 * - `ambiguous`: `name` fits at several places.
 * - `versions`: the code contains several versions of `name`.
 * - `noNeighbours`: nothing determines the place of a new member or import, or of a statement that the file has elsewhere.
 * - `openEnd`: the first lines of the block are in the file, but nothing determines which lines it replaces below them.
 * - `incomplete`: the block is cut off, or its markers do not match up.
 * - `miscounted`: a header of the diff states more lines than follow.
 * - `repeats`: with the code, a class would declare the property `name` twice.
 * - `losesExport`: the list of exports in the block lacks the export `name` of the file.
 * - `tooLarge`: planning would take too long.
 * - `notApplicable`: the block is not meant for the file.
 */
export type UnclearReason =
  | { readonly kind: 'notFound' }
  | { readonly kind: 'ambiguous'; readonly name: string }
  | { readonly kind: 'versions'; readonly name: string }
  | { readonly kind: 'noNeighbours' }
  | { readonly kind: 'openEnd' }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'miscounted' }
  | { readonly kind: 'repeats'; readonly name: string }
  | { readonly kind: 'losesExport'; readonly name: string }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'notApplicable'; readonly what: 'shell' | 'output' | 'otherLanguage' };

/** Returns the place of lines [start, end). */
export function placeOf({ start, end }: { readonly start: number; readonly end: number }): Place {
  return { startLine: start, endLine: end };
}

/** A plan without a change, because the place or the extent of the change is not certain. */
export interface UnclearPlan {
  readonly kind: 'unclear';
  readonly reason: UnclearReason;
  readonly places: readonly Place[];
}

export type Plan = { readonly kind: 'change'; readonly after: string } | { readonly kind: 'unchanged' } | UnclearPlan;

/** Returns what a plan makes of the text; undefined if the plan is unclear. */
export function textAfter(plan: Plan, text: string): string | undefined {
  if (plan.kind === 'unclear') return undefined;
  return plan.kind === 'change' ? plan.after : text;
}

/** The maximum number of places of an unclear plan. Nobody chooses among more. */
export const maxPlaces = 50;

export function unclear(reason: UnclearReason, places: readonly Place[] = []): UnclearPlan {
  return { kind: 'unclear', reason, places: places.slice(0, maxPlaces) };
}
