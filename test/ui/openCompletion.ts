import type { PanelPage } from './panelHarness.ts';

/** Types `@group` into the message box, and sends completions. */
export async function openCompletion(send: PanelPage['send'], page: PanelPage['page']): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).pressSequentially('Compare it with @group');
  const items = [
    { label: 'groupBy.ts', detail: 'src', icon: 'file' },
    {
      label: 'someVeryLongFileNameOfAGroupedComponent.ts',
      detail: 'src/components/conversation/messages',
      icon: 'file',
    },
    { label: 'groupBy', detail: 'src/groupBy.ts', icon: 'symbol-function' },
    { label: 'GroupedList.groups', detail: 'src/components/groupedList.ts', icon: 'symbol-property' },
  ];
  // `@` and each of the five letters after it increase the completion id by one. The panel accepts only an answer with
  // the latest id.
  await send({ type: 'didComplete', completionId: '6', items });
  await page.getByRole('option').first().waitFor();
}
