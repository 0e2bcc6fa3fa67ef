import type { AttachmentView } from '../common/protocol/draftProtocol.ts';
import { createAttachmentLabel } from './attachmentLabel.ts';
import { element, icon } from './dom.ts';
import { createCodeBlock, type CodeBlock } from './markdown/code/codeBlock.ts';
import type { PanelContext } from './panelContext.ts';

/** Shows an attachment of a question as a collapsed `<details>` element with the code. */
export interface AttachmentDetails {
  readonly id: string;
  readonly element: HTMLDetailsElement;
  readonly code: string;
  /** Renders all code even while the attachment is closed: the beginning at once, the rest in the next frames. */
  readonly renderAll: () => void;
}

/** Maximum and minimum number of characters of the code that one step renders. */
const [maxStepLength, minStepLength] = [16_384, 1_024];
/** After a step that took less than `shortStep` milliseconds, the next step renders twice as many characters. */
const shortStep = 16;
/** After a step that took more than `longStep` milliseconds, the next step renders half as many characters. */
const longStep = 48;

/**
 * Creates a closed attachment. The code is rendered while the attachment is open: the beginning when the user opens the
 * attachment, the rest in the next frames.
 */
export function createAttachmentDetails(
  context: PanelContext,
  { id, label, size, languageId = '', code = '' }: AttachmentView,
): AttachmentDetails {
  const summary = element('summary', { title: label }, icon('chevron-right'), createAttachmentLabel(label));
  if (size !== '') summary.append(element('span', { class: 'size' }, size));
  const details = element('details', { class: 'attachment' }, summary);
  let block: CodeBlock | undefined;
  /** The end offset in `code` of the rendered code. Greater than the length of `code` if all code is rendered. */
  let end = 0;
  let stepLength = maxStepLength;
  let isSearched = false;
  const drawing = { next, pause: () => undefined };

  function render(): void {
    if (block === undefined) {
      block = createCodeBlock(context, languageId, code);
      details.append(block.element);
      renderStep(block);
    }
    context.drawings.drawSoon(drawing);
  }

  function renderStep({ update }: CodeBlock): void {
    end += stepLength;
    update(code.slice(0, end), end <= code.length);
  }

  function next(): boolean {
    if (block === undefined || end > code.length || !(details.open || isSearched)) return false;
    const start = performance.now();
    renderStep(block);
    // The browser skips the layout of closed details unless it is forced.
    if (!details.open) return true;
    // Forces a layout, so that the time of the step includes the time that the browser needs to show it.
    block.element.getBoundingClientRect();
    const time = performance.now() - start;
    if (time < shortStep) stepLength = Math.min(stepLength * 2, maxStepLength);
    else if (time > longStep) stepLength = Math.max(stepLength / 2, minStepLength);
    return true;
  }

  details.addEventListener('toggle', () => {
    if (details.open) render();
  });
  return {
    id,
    element: details,
    code,
    renderAll: () => {
      isSearched = true;
      render();
    },
  };
}
