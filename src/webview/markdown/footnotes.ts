import * as l10n from '@vscode/l10n';
import { element, textButton } from '../dom.ts';

/** Creates a footnote mark, which moves the focus to the footnote. */
export function createFootnoteMark(label: string): HTMLElement {
  const button = jumpButton(label, l10n.t('Footnote {0}', label), () => {
    const all = [...marksAndNotes(button)];
    for (const each of all) each.classList.toggle('followed', each === button);
    jumpTo(all.find((each) => each.classList.contains('footnote') && isOf(each, label)));
  });
  button.classList.add('footnote-mark');
  button.dataset['footnote'] = label;
  return element('sup', {}, button);
}

/**
 * Creates the label at the start of a footnote. The label moves the focus back to the mark that led to the footnote, or
 * to the first mark.
 */
export function createFootnoteLabel(label: string): HTMLElement {
  const button = jumpButton(label, l10n.t('Back to the text of footnote {0}', label), () => {
    const marks = [...marksAndNotes(button)].filter(
      (each) => each.classList.contains('footnote-mark') && isOf(each, label),
    );
    jumpTo(marks.find((each) => each.classList.contains('followed')) ?? marks[0]);
  });
  button.classList.add('footnote-label');
  return button;
}

function jumpButton(label: string, name: string, jump: () => void): HTMLButtonElement {
  const button = textButton(label, 'link-button', jump);
  button.setAttribute('role', 'link');
  button.ariaLabel = name;
  button.title = name;
  return button;
}

function marksAndNotes(within: Element): Iterable<HTMLElement> {
  return within.closest('.markdown')?.querySelectorAll<HTMLElement>('[data-footnote]') ?? [];
}

function isOf({ dataset }: HTMLElement, label: string): boolean {
  return dataset['footnote']?.toLowerCase() === label.toLowerCase();
}

/** Opens the `<details>` elements around `target`, scrolls to it and focuses it. */
function jumpTo(target: HTMLElement | undefined): void {
  for (let each = target?.closest('details'); each; each = each.parentElement?.closest('details')) each.open = true;
  target?.scrollIntoView({ block: 'nearest' });
  target?.focus({ preventScroll: true });
}
