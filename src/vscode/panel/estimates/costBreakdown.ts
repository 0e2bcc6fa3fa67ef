import { env, l10n } from 'vscode';
import type { Message, Reply } from '../../../chat/messages/message.ts';
import type { CostBreakdownView } from '../../../common/protocol/costProtocol.ts';
import {
  formatBreakdown,
  formatLeastTokens,
  formatMarkedRange,
  formatMarkedTokens,
  formatPrice,
} from '../../../common/text/formatCost.ts';
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
  const marked = (tokens: number) => formatMarkedTokens(tokens, cost, locale);
  const kinds = [
    { name: l10n.t('Input'), tokens: marked(cost.inputTokens - cost.cachedInputTokens), price: prices?.input },
    {
      name: l10n.t('Cached input'),
      tokens: formatLeastTokens(cost.cachedInputTokens, cost, locale),
      price: prices?.cachedInput,
    },
    { name: l10n.t('Output'), tokens: marked(cost.outputTokens), price: prices?.output },
  ];
  return {
    columns: [l10n.t('Tokens'), l10n.t('Per million'), l10n.t('Cost')],
    rows: kinds.map(({ name, tokens, price }, index) => ({
      name,
      tokens,
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
function remarks(reply: Reply, cost: Cost): readonly string[] {
  const sentences = [
    ...(reply.isJoined === true ? [sumSentence(cost)] : sourceSentences(reply, cost)),
    reply.isCorrected === true
      ? l10n.t('Token counts are corrected with earlier reports and bills of the service.')
      : '',
    reply.prices === undefined ? missingPrices(reply) : '',
  ];
  return sentences.filter((sentence) => sentence !== '');
}

function sumSentence({ isReported }: Cost): string {
  return isReported
    ? l10n.t('The cost is the sum of several requests. The service reported the usage of all of them.')
    : l10n.t('The cost is the sum of several requests. At least one of them is estimated.');
}

function missingPrices({ isJoined, havePricesChanged }: Reply): string {
  if (havePricesChanged === true) return l10n.t('The prices changed between the requests.');
  return isJoined === true
    ? l10n.t('The prices of at least one request weren’t saved.')
    : l10n.t('The prices of this request weren’t saved.');
}

function sourceSentences(reply: Reply, cost: Cost): readonly string[] {
  const { ending, state } = reply;
  const usage = ending?.usage;
  if (cost.isReported) return [l10n.t('Tokens reported by the service. Cost calculated with your prices.')];
  if (usage !== undefined && usage.isPartial !== true) {
    return [
      l10n.t('The service reported the tokens, but not how many of them were cached.'),
      l10n.t('The range is from all input cached to no input cached.'),
    ];
  }
  return [
    usage === undefined
      ? estimateSentence(reply)
      : l10n.t('The service reported its tokens before the reply ended. The rest is estimated.'),
    rangeSentence(usage),
    state === 'complete'
      ? ''
      : l10n.t('The upper end includes output that the service may have generated, but that didn’t arrive.'),
    usage === undefined && ending?.charged === 'maybe' ? l10n.t('The request may not have been charged at all.') : '',
  ];
}

/** Returns a sentence about the width of the range, or an empty string if the usage determines the cost of the input. */
function rangeSentence(usage: Usage | undefined): string {
  if (usage === undefined)
    return l10n.t('The range allows for inexact token counts, and for input that may have been cached.');
  return usage.cachedInputTokens === undefined ? l10n.t('The range allows for input that may have been cached.') : '';
}

function estimateSentence({ state, text, reasoning }: Reply): string {
  if (state === 'complete') return l10n.t('Estimated, because the service reported no usage.');
  if (text === '' && reasoning === '')
    return l10n.t('Estimated from the text that was sent, because no reply was received.');
  return state === 'stopped'
    ? l10n.t('Estimated from the text that was received before you stopped the reply.')
    : l10n.t('Estimated from the text that was received before the reply was cut off.');
}
