import * as vscode from 'vscode';
import type { CostRange } from '../../common/costRange.ts';
import { unknownAmounts, type AmountSetting } from '../../meter/budget.ts';
import { formatCost, formatExact, formatMarkedTokens, formatTokens } from '../../common/text/formatCost.ts';
import type { SpendSummary } from '../../meter/ledger/ledger.ts';
import type { Prices } from '../../meter/prices.ts';
import type { TokenFactors } from '../../meter/tokenRatio.ts';
import { settingDefinitions } from '../settings/settingDefinitions.ts';
import type { Settings } from '../settings/settings.ts';
import { formatChange } from './tokenTexts.ts';

const trialTokens = { free: 50_000, paid: 200_000 } as const;

/**
 * In nano-dollars per token: $0.001 and $10,000 per 1,000,000 tokens. The prices of all services are between these
 * bounds. Other prices are probably in another unit, such as dollars per token.
 */
const usualPrices = { least: 1, most: 10_000_000 } as const;

/**
 * Returns one sentence for each limit that is set, for the day and for the session, with the upper end of the spend.
 * Also returns one sentence for each unknown limit or price, and a sentence if the prices are 0 or unusual. For a trial
 * account, also returns a sentence about the used tokens.
 */
export function spendNotes(
  { today, session, total }: SpendSummary,
  { limits, prices, trialAccount: trial }: Pick<Settings, 'limits' | 'prices' | 'trialAccount'>,
): readonly string[] {
  const { l10n } = vscode;
  const locale = vscode.env.language;
  const amounts = (spent: CostRange, atMost: number) =>
    [formatCost(spent, locale), formatExact(atMost, locale)] as const;
  const notes: string[] = [...unknownAmounts(limits).map(describeUnknownAmount), ...priceNotes(prices)];
  const { daily = 0, session: forSession = 0 } = limits;
  if (daily > 0) notes.push(l10n.t('Daily limit: {0} of {1} spent.', ...amounts(today, daily)));
  if (forSession > 0) notes.push(l10n.t('Session limit: {0} of {1} spent.', ...amounts(session, forSession)));
  if (trial !== 'none') {
    const used = total.inputTokens + total.outputTokens;
    const counts = [formatMarkedTokens(used, total, locale), formatTokens(trialTokens[trial], locale)] as const;
    notes.push(
      used < trialTokens[trial]
        ? l10n.t('Trial: {0} of {1} tokens used (input plus output tokens).', ...counts)
        : l10n.t('Trial: used up. {0} of {1} tokens used (input plus output tokens).', ...counts),
    );
  }
  return notes;
}

/** Returns a sentence if all prices are 0, or if the price of input or output is unusual. */
function priceNotes({ input, cachedInput, output }: Prices): readonly string[] {
  const { l10n } = vscode;
  if (input + cachedInput + output === 0)
    return [l10n.t('The prices in the settings are 0. Costs can’t be estimated.')];
  const { least, most } = usualPrices;
  if ([input, output].some((price) => price > most))
    return [l10n.t('The prices in the settings are unusually high. They are in US dollars per 1,000,000 tokens.')];
  if ([input, output].some((price) => price > 0 && price < least))
    return [l10n.t('The prices in the settings are unusually low. They are in US dollars per 1,000,000 tokens.')];
  return [];
}

/** Returns a sentence that names the setting of a limit or price whose value is not an amount. */
export function describeUnknownAmount(setting: AmountSetting): string {
  const { l10n } = vscode;
  const maximum = formatTokens(settingDefinitions[setting].maximum, vscode.env.language);
  return setting.startsWith('budget.')
    ? l10n.t('The setting {0} isn’t used, because its value isn’t a number from 0 to {1}.', `tally.${setting}`, maximum)
    : l10n.t(
        'The setting {0} isn’t used, because its value isn’t a number from 0 to {1}. Costs are estimated with the default price.',
        `tally.${setting}`,
        maximum,
      );
}

/**
 * Returns two sentences about how far token estimates differ from the extension's own count, and why. Returns undefined if
 * neither the service's reports nor a bill has corrected the estimates, or if the corrections are about 0 %.
 */
export function tokenNote({ input, output }: TokenFactors): string | undefined {
  const { env } = vscode;
  const isReported = input.samples > 0 || output.samples > 0;
  const isBilled = input.followsBill || output.followsBill;
  if (!isReported && !isBilled) return undefined;
  const change = (factor: number) => formatChange(factor, env.language);
  const [ofInput, ofOutput] = [change(input.typical), change(output.typical)] as const;
  const correction = correctionSentence(change(1), ofInput, ofOutput);
  return correction === undefined ? undefined : `${sourceSentence(isReported, isBilled)} ${correction}`;
}

/** @param none The text of no correction. */
function correctionSentence(none: string, ofInput: string, ofOutput: string): string | undefined {
  const { l10n } = vscode;
  if (ofInput === none) return ofOutput === none ? undefined : l10n.t('The correction is {0} for output.', ofOutput);
  return ofOutput === none
    ? l10n.t('The correction is {0} for input.', ofInput)
    : l10n.t('The correction is {0} for input and {1} for output.', ofInput, ofOutput);
}

function sourceSentence(isReported: boolean, isBilled: boolean): string {
  const { l10n } = vscode;
  if (!isBilled) return l10n.t('Token estimates are corrected with the service’s reports.');
  return isReported
    ? l10n.t('Token estimates are corrected with the service’s reports and your bill.')
    : l10n.t('Token estimates are corrected with your bill.');
}
