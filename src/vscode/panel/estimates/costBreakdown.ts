import { env, l10n } from 'vscode';
import type { Message, Reply } from '../../../chat/messages/message.ts';
import type { CostBreakdownView } from '../../../common/protocol/costProtocol.ts';
import { formatBreakdown, formatMarkedRange, formatPrice, formatTokens } from '../../../common/text/formatCost.ts';
import type { ReplyEnd } from '../../../common/replyEnd.ts';
import type { Usage } from '../../../common/usage.ts';
import type { Cost } from '../../../meter/cost.ts';
import { sumOf } from '../../../meter/ledger/spend.ts';
import type { Prices } from '../../../meter/prices.ts';

/**
 * Splits the cost of a booked reply into input, cached input and output, with remarks on the accuracy. A reply is
 * booked when its cost is recorded in the ledger. Returns undefined if `message` is not a booked reply.
 */
export function costBreakdown(message: Message | undefined): CostBreakdownView | undefined {
  if (message?.kind !== 'reply' || message.cost === undefined) return undefined;
  const locale = env.language;
  const { cost, prices } = message;
  const { amounts, total } =
    prices === undefined
      ? { amounts: [], total: formatMarkedRange(cost, locale) }
      : formatAmounts(cost, prices, locale);
  const kinds = [
    { name: l10n.t('Input'), tokens: cost.inputTokens - cost.cachedInputTokens, price: prices?.input },
    { name: l10n.t('Cached input'), tokens: cost.cachedInputTokens, price: prices?.cachedInput },
    { name: l10n.t('Output'), tokens: cost.outputTokens, price: prices?.output },
  ];
  return {
    columns: [l10n.t('Tokens'), l10n.t('Per million'), l10n.t('Cost')],
    rows: kinds.map(({ name, tokens, price }, index) => ({
      name,
      tokens: formatTokens(tokens, locale),
      price: price === undefined ? '' : formatPrice(price, locale),
      amount: amounts[index] ?? '',
    })),
    total: { name: l10n.t('Total'), amount: total },
    remarks: remarks(message, cost),
  };
}

function formatAmounts(cost: Cost, prices: Prices, locale: string) {
  const { inputHigh, cachedInputHigh, outputHigh } = sumOf({ cost, prices });
  const { parts, total } = formatBreakdown([inputHigh, cachedInputHigh, outputHigh], cost, locale);
  return { amounts: parts, total };
}

/** Returns sentences about the source and the accuracy of the figures. */
function remarks({ ending, isCorrected, prices }: Reply, cost: Cost): readonly string[] {
  const usage = ending?.usage;
  const sentences = [
    cost.isReported
      ? l10n.t('Reported by the service.')
      : usage === undefined
        ? estimateSentence(ending?.end)
        : reportSentence(usage),
    !cost.isReported && usage?.cachedInputTokens === undefined
      ? l10n.t('The range is from all input cached to no input cached.')
      : '',
    usage === undefined && ending?.charged === 'maybe' ? l10n.t('The request may not have been charged at all.') : '',
    isCorrected === true ? l10n.t('Token counts are corrected with earlier reports and bills of the service.') : '',
    prices === undefined ? l10n.t('The prices of this request weren’t saved.') : '',
  ];
  return sentences.filter((sentence) => sentence !== '');
}

/** Returns a sentence for a reply whose reported usage does not fully determine its cost. */
function reportSentence({ isPartial }: Usage): string {
  return isPartial === true
    ? l10n.t('The service reported its tokens before the reply ended. The rest is estimated.')
    : l10n.t('The service reported the tokens, but not how many of them were cached.');
}

function estimateSentence(end: ReplyEnd | undefined): string {
  switch (end) {
    case 'stopped':
      return l10n.t(
        'Estimated from the text that was received before you stopped the reply, and from text that may have been sent but not received.',
      );
    case 'incomplete':
    case 'failed':
      return l10n.t(
        'Estimated from the text that was received before the reply was cut off, and from text that may have been sent but not received.',
      );
    default:
      return l10n.t('Estimated, because the service reported no usage.');
  }
}
