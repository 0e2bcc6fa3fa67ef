import type { Change } from '../change.ts';
import type { Random } from '../random.ts';

export const formNames = [
  'wholeFile',
  'diff',
  'diffWithoutNumbers',
  'diffWrongNumbers',
  'diffLostSpaces',
  'diffSeveralFiles',
  'searchReplace',
  'declaration',
  'newMember',
  'imports',
  'neighbours',
  'singleLine',
  'elidedAround',
  'elidedInside',
  'elidedContainer',
  'severalFragments',
] as const;

export type FormName = (typeof formNames)[number];

/** A change as code blocks, before a file name and prose are added. */
export interface Writing {
  readonly codes: readonly string[];
  /** For example `diff`. Undefined for the language of the file. */
  readonly info?: string;
  /** True if the code itself names the file. */
  readonly namesFile?: boolean;
  /** How the code differs from the simplest code of its form, for example `dedented`. */
  readonly details: readonly string[];
}

/**
 * Writes a change in one form. `others` are changes of other files between the same versions.
 *
 * @returns undefined if the form cannot write the change, or if the blocks would not determine the file afterwards.
 */
export type FormWriter = (change: Change, random: Random, others: readonly Change[]) => Writing | undefined;
