import { basename } from 'node:path/posix';
import { fenceNames, lineComment } from './languages.ts';
import type { Change } from './change.ts';
import type { Writing } from './forms/form.ts';
import type { ReplyBlock } from '../../src/apply/planTypes.ts';
import type { Random } from './random.ts';

/** The place where a reply names the file. */
export const namingStyles = [
  'none',
  'infoColon',
  'infoTitle',
  'infoPath',
  'firstComment',
  'sentence',
  'bold',
  'heading',
  'inCode',
] as const;

export type NamingStyle = (typeof namingStyles)[number];

const introductions = ['Here is the updated code:', 'Sure! This fixes it:', "Here's the change:", ''];
const transitions = ['Then change this part too:', 'And further down:', 'Also update this:', 'Finally:'];

/** Puts a writing into blocks of a reply, with prose before each block and the file's name in one of the usual places. */
export function toBlocks(
  writing: Writing,
  change: Change,
  random: Random,
): { readonly blocks: readonly ReplyBlock[]; readonly naming: NamingStyle; readonly named?: string } {
  const language = random.chance(0.9) ? random.pick(fenceNames[change.language]) : '';
  const info = writing.info ?? language;
  const prose = writing.codes.map((_, index) => random.pick(index === 0 ? introductions : transitions));
  if (writing.namesFile === true || random.chance(0.35)) {
    const blocks = writing.codes.map((code, index) => ({ code, info, before: paragraph(prose[index] ?? '') }));
    return writing.namesFile === true ? { blocks, naming: 'inCode', named: change.path } : { blocks, naming: 'none' };
  }
  const base = basename(change.path);
  const isUnique = change.paths.filter((path) => basename(path) === base).length === 1;
  const named = isUnique && random.chance(0.3) ? base : change.path;
  const isCode = writing.info === undefined;
  const naming = random.pick<NamingStyle>(
    isCode
      ? ['infoColon', 'infoTitle', 'infoPath', 'firstComment', 'sentence', 'bold', 'heading']
      : ['sentence', 'bold', 'heading'],
  );
  const isRepeated = random.chance(0.7);
  const sentence = random.pick([
    `In \`${named}\`:`,
    `\`${named}\`:`,
    `Update \`${named}\` like this:`,
    `File: ${named}`,
  ]);
  const blocks = writing.codes.map((code, index): ReplyBlock => {
    const block = { code, info, before: paragraph(prose[index] ?? '') };
    return index === 0 || isRepeated ? nameBlock(block, naming, named, { sentence, change }) : block;
  });
  return { blocks, naming, named };
}

function paragraph(text: string): string {
  return text === '' ? '' : `${text}\n\n`;
}

function nameBlock(
  block: ReplyBlock,
  naming: NamingStyle,
  named: string,
  { sentence, change }: { readonly sentence: string; readonly change: Change },
): ReplyBlock {
  const { code, info, before } = block;
  const language = info === '' ? fenceNames[change.language][0]! : info;
  switch (naming) {
    case 'infoColon':
      return { ...block, info: `${language}:${named}` };
    case 'infoTitle':
      return { ...block, info: `${language} title="${named}"` };
    case 'infoPath':
      return { ...block, info: info === '' ? named : `${info} ${named}` };
    case 'firstComment':
      return { ...block, code: `${lineComment(change.language)} ${named}\n${code}` };
    case 'sentence':
      return { ...block, before: `${before}${sentence}\n\n` };
    case 'bold':
      return { ...block, before: `${before}**${named}**\n\n` };
    case 'heading':
      return { ...block, before: `${before}### \`${named}\`\n\n` };
    case 'none':
    case 'inCode':
      return block;
  }
}
