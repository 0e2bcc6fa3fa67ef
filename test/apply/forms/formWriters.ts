import {
  writeDiff,
  writeDiffOfSeveralFiles,
  writeDiffWithLostSpaces,
  writeDiffWithoutNumbers,
  writeDiffWithWrongNumbers,
} from './diffs.ts';
import { writeElidedAround, writeElidedContainer, writeElidedInside } from './elided.ts';
import type { FormName, FormWriter } from './form.ts';
import {
  writeDeclaration,
  writeImports,
  writeNeighbours,
  writeNewMember,
  writeSeveralFragments,
  writeSingleLine,
} from './fragments.ts';
import { writeSearchReplace } from './searchReplace.ts';
import { writeWholeFile } from './wholeFile.ts';

export const formWriters: Readonly<Record<FormName, FormWriter>> = {
  wholeFile: writeWholeFile,
  diff: writeDiff,
  diffWithoutNumbers: writeDiffWithoutNumbers,
  diffWrongNumbers: writeDiffWithWrongNumbers,
  diffLostSpaces: writeDiffWithLostSpaces,
  diffSeveralFiles: writeDiffOfSeveralFiles,
  searchReplace: writeSearchReplace,
  declaration: writeDeclaration,
  newMember: writeNewMember,
  imports: writeImports,
  neighbours: writeNeighbours,
  singleLine: writeSingleLine,
  elidedAround: writeElidedAround,
  elidedInside: writeElidedInside,
  elidedContainer: writeElidedContainer,
  severalFragments: writeSeveralFragments,
};
