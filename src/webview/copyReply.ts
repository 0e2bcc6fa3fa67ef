import * as l10n from '@vscode/l10n';
import { countHiddenCharacters } from '../common/code/hiddenCharacters.ts';
import type { DidRequestCopy } from '../common/protocol/conversationProtocol.ts';
import { viewInSteps, type ReplyNodes } from './markdown/viewInSteps.ts';
import type { ViewNode } from './markdown/viewNode.ts';
import { viewToText } from './markdown/viewToText.ts';
import type { PanelContext } from './panelContext.ts';

/** Time in milliseconds for the steps of one task. */
const timeInTask = 12;

/**
 * Asks the extension to copy a reply as Markdown or as plain text, and announces the copy. Text after the formatting
 * limit is copied as it is, and counts as code if it has hidden characters. Works in short tasks, because a reply can
 * be long.
 */
export async function copyReply(
  { parser, ask, announce }: Pick<PanelContext, 'parser' | 'ask' | 'announce'>,
  { text, asPlainText }: DidRequestCopy,
): Promise<void> {
  const mayHide = hasHidden(text);
  const reply = mayHide || asPlainText ? await inShortTasks(viewInSteps(parser, text)) : undefined;
  const kind = mayHide && reply !== undefined && hasHiddenCode(reply) ? 'code' : 'prose';
  const copied = asPlainText && reply !== undefined ? await inShortTasks(textInSteps(reply)) : text;
  const isCopied = await ask({ type: 'copyText', text: copied, kind });
  if (isCopied === true) announce(l10n.t('Copied'));
}

/** Runs all steps. Resolves with their result. */
async function inShortTasks<Result>(steps: Generator<void, Result, void>): Promise<Result> {
  for (;;) {
    const end = performance.now() + timeInTask;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function* textInSteps({ nodes, rest }: ReplyNodes): Generator<void, string, void> {
  const blocks: string[] = [];
  for (const node of nodes) {
    blocks.push(viewToText([node]));
    yield;
  }
  return [...blocks, ...(rest === '' ? [] : [rest])].join('\n\n');
}

function hasHidden(text: string): boolean {
  return countHiddenCharacters(text, 'code').size > 0;
}

/** Returns true if code of the reply contains hidden characters. */
function hasHiddenCode({ nodes, rest }: ReplyNodes): boolean {
  return hasHidden(rest) || nodes.some(isOrHasHiddenCode);
}

function isOrHasHiddenCode(node: ViewNode): boolean {
  if (node.kind === 'element') return node.children.some(isOrHasHiddenCode);
  return node.kind === 'hiddenCharacter' || (node.kind === 'code' && hasHidden(node.text));
}
