import * as l10n from '@vscode/l10n';
import { countHiddenCharacters } from '../common/code/hiddenCharacters.ts';
import type { DidRequestCopy } from '../common/protocol/conversationProtocol.ts';
import { tokensToView } from './markdown/tokensToView.ts';
import type { ViewNode } from './markdown/viewNode.ts';
import { viewToText } from './markdown/viewToText.ts';
import type { PanelContext } from './panelContext.ts';

/** Asks the extension to copy a reply as Markdown or as plain text, and announces the copy. */
export async function copyReply(
  { parser, ask, announce }: Pick<PanelContext, 'parser' | 'ask' | 'announce'>,
  { text, asPlainText }: DidRequestCopy,
): Promise<void> {
  const view = tokensToView(parser.parse(text, {}), { open: false });
  const kind = view.some(hasHiddenCode) ? 'code' : 'prose';
  const isCopied = await ask({ type: 'copyText', text: asPlainText ? viewToText(view) : text, kind });
  if (isCopied === true) announce(l10n.t('Copied'));
}

/** Returns true if the node contains code with hidden characters. */
function hasHiddenCode(node: ViewNode): boolean {
  if (node.kind === 'element') return node.children.some(hasHiddenCode);
  return node.kind === 'hiddenCharacter' || (node.kind === 'code' && countHiddenCharacters(node.text, 'code').size > 0);
}
