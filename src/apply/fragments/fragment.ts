import type { LineFinder } from '../lines/findLines.ts';
import type { BlockStyle } from '../lines/fitLines.ts';
import type { Outline } from '../outline/outline.ts';

/** The use of a block: the facts that its plan depends on, besides its code and the file. */
export interface BlockUse {
  /** The user has chosen the file's text as the place, so that the block may remove what it does not show. */
  readonly isChosen: boolean;
  /** The reply has no other block for the file. */
  readonly isOnlyBlock: boolean;
  /** The names of code in the reply's text above the block. */
  readonly named: ReadonlySet<string>;
}

/** The code of a block, and the file that it belongs to. */
export interface Fragment extends BlockUse {
  readonly block: Outline;
  readonly file: Outline;
  readonly finder: LineFinder;
  readonly fit: BlockStyle;
  /** The first lines of the declarations of the block whose whole body is left out. */
  readonly bodyElisions: ReadonlySet<number>;
}

/** Lines [start, end) of a block or a file. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}
