import type { CostBreakdownView } from '../../src/common/protocol/costProtocol.ts';
import type { ToWebviewMessage } from '../../src/common/protocol/protocol.ts';
import { answerRequest, type PanelPage } from './panelHarness.ts';
import { conversation, question, reply, session } from './panelMessages.ts';

/**
 * Returns the messages of the extension for each panel state that shows a cost. The states whose names begin with
 * `cost-card` also need a call of `showCostState`, which opens the card.
 */
export function costStates(): Readonly<Record<string, readonly ToWebviewMessage[]>> {
  return {
    'cost-so-far': [
      session({ messages: [question(), reply({ state: 'streaming', text: 'It groups the items by a key and' })] }),
      { type: 'didChangeCostSoFar', responseId: 'r1', footer: '≈$0.0012–0.0019 so far\u00a0· ≈240 tokens out' },
    ],
    'cost-so-far-thinking': [
      session({
        messages: [question(), reply({ state: 'streaming', activity: 'Thinking…', reasoning: 'First, the key.' })],
      }),
      { type: 'didChangeCostSoFar', responseId: 'r1', footer: '≈$0.0012–0.0019 so far\u00a0· ≈12 tokens out' },
    ],
    'cost-card-reported': [bookedConversation()],
    'cost-card-estimated': [bookedConversation()],
  };
}

/**
 * Returns the message that loads a session with two replies whose final costs are known.
 * The cost of `r1` is exact, because the service reported the usage. The cost of `r2` is an estimate.
 */
export function bookedConversation(): ToWebviewMessage {
  const footers: Readonly<Record<string, string>> = {
    r1: '$0.0085\u00a0· 13,745 tokens in (12,345 cached)\u00a0· 320 out\u00a0· 12\u00a0s',
    r2: '≈$0.0707–0.4923\u00a0· ≈240,840 tokens in\u00a0· ≈1,318 out\u00a0· 1.4\u00a0s',
  };
  const messages = conversation().map((message) =>
    message.kind === 'reply' ? { ...message, footer: footers[message.id] ?? '', cost: '$0.0050' } : message,
  );
  return session({ messages });
}

export const reported: CostBreakdownView = {
  columns: ['Tokens', 'Per million', 'Cost'],
  rows: [
    { name: 'Input', tokens: '1,400', price: '$2.00', amount: '$0.00280000' },
    { name: 'Cached input', tokens: '12,345', price: '$0.25', amount: '$0.00308625' },
    { name: 'Output', tokens: '320', price: '$8.00', amount: '$0.00256000' },
  ],
  total: { name: 'Total', amount: '$0.00844625' },
  remarks: ['Tokens reported by the service. Cost calculated with your prices.'],
};

export const estimated: CostBreakdownView = {
  columns: ['Tokens', 'Per million', 'Cost'],
  rows: [
    { name: 'Input', tokens: '240,840', price: '$2.00', amount: '$0.481680' },
    { name: 'Cached input', tokens: '≥0', price: '$0.25', amount: '$0' },
    { name: 'Output', tokens: '1,318', price: '$8.00', amount: '$0.010544' },
  ],
  total: { name: 'Total', amount: '≈$0.070754–0.492224' },
  remarks: [
    'Estimated from the text that was received before you stopped the reply, and from text that may have been sent but not received.',
    'The range is from all input cached to no input cached.',
    'Token counts are corrected with earlier reports and bills of the service.',
  ],
};

/** Opens the cost card in the states that show a card. Does nothing in other states. */
export async function showCostState(panel: PanelPage, state: string): Promise<void> {
  const { page } = panel;
  if (state === 'cost-card-reported') {
    await page.locator('.cost').first().hover();
    await answerRequest(panel, 'explainCost', reported);
  } else if (state === 'cost-card-estimated') {
    await page.getByRole('button', { name: 'Copy reply' }).last().focus();
    await page.keyboard.press('Shift+Tab');
    await answerRequest(panel, 'explainCost', estimated);
  } else return;
  await page.getByRole('tooltip').waitFor();
}
