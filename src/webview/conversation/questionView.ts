import type { AttachmentView, QuestionView } from '../../common/protocol.ts';
import { attachmentLabel } from '../attachmentLabel.ts';
import { element, icon } from '../dom.ts';
import { codeBlock } from '../markdown/codeBlock.ts';
import type { PanelContext } from '../panelContext.ts';

/** What the person asked: their words as they wrote them, and the code that went along. */
export function questionView(context: PanelContext, question: QuestionView): HTMLElement {
  const article = element('article', { class: 'message question', role: 'article', 'aria-label': context.strings.you });
  if (question.text !== '') article.append(element('div', { class: 'question-text' }, question.text));
  article.append(...question.attachments.map((attachment) => attachmentDetails(context, attachment)));
  return article;
}

function attachmentDetails(context: PanelContext, attachment: AttachmentView): HTMLElement {
  const summary = element('summary', { title: attachment.label }, icon('chevron-right'), attachmentLabel(attachment.label));
  if (attachment.size !== '') summary.append(element('span', { class: 'size' }, attachment.size));
  const details = element('details', { class: 'attachment' }, summary);
  details.addEventListener(
    'toggle',
    () => {
      const block = codeBlock(context, attachment.languageId ?? '');
      details.append(block.element);
      block.update(attachment.code ?? '', false);
    },
    { once: true },
  );
  return details;
}
