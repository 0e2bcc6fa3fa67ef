import * as vscode from 'vscode';
import { formatMarkedRange, formatTokens } from '../../common/text/formatCost.ts';
import { pluralText } from '../../common/text/pluralText.ts';
import type { Estimate } from '../../meter/cost.ts';

/** If more than this part of a request's tokens may not exist, their number is shown as an upper bound. */
const missedShare = 0.1;

/**
 * Returns the estimated tokens and price of a request, such as `≈107 tokens in · ≈$0.0001–0.0002 + reply`. The tokens
 * are an upper bound, such as `at most 6,107 tokens in`, if many of them are output that did not arrive.
 */
export function priceText(cost: Estimate): string {
  const { inputTokens, withoutMissed = cost } = cost;
  const isBound = inputTokens - withoutMissed.inputTokens > missedShare * inputTokens;
  const tokens = isBound ? mostTokensIn(inputTokens) : estimatedTokensIn(inputTokens);
  return `${tokens} · ${vscode.l10n.t('{0} + reply', formatMarkedRange(cost, vscode.env.language))}`;
}

/** Returns an estimated number of tokens, such as `≈107 tokens`. */
export function estimatedTokens(tokens: number): string {
  const { l10n, env } = vscode;
  const count = formatTokens(tokens, env.language);
  return pluralText(tokens, env.language, {
    one: l10n.t('≈{0} token', count),
    few: l10n.t({ message: '≈{0} tokens', args: [count], comment: 'few' }),
    many: l10n.t({ message: '≈{0} tokens', args: [count], comment: 'many' }),
    other: l10n.t('≈{0} tokens', count),
  });
}

/** Returns the estimated tokens of a request, such as `≈107 tokens in`. */
export function estimatedTokensIn(tokens: number): string {
  const { l10n, env } = vscode;
  const count = formatTokens(tokens, env.language);
  return pluralText(tokens, env.language, {
    one: l10n.t('≈{0} token in', count),
    few: l10n.t({ message: '≈{0} tokens in', args: [count], comment: 'few' }),
    many: l10n.t({ message: '≈{0} tokens in', args: [count], comment: 'many' }),
    other: l10n.t('≈{0} tokens in', count),
  });
}

/** Returns an upper bound of the tokens of a request, such as `at most 6,107 tokens in`. */
function mostTokensIn(tokens: number): string {
  const { l10n, env } = vscode;
  const count = formatTokens(tokens, env.language);
  return pluralText(tokens, env.language, {
    one: l10n.t('at most {0} token in', count),
    few: l10n.t({ message: 'at most {0} tokens in', args: [count], comment: 'few' }),
    many: l10n.t({ message: 'at most {0} tokens in', args: [count], comment: 'many' }),
    other: l10n.t('at most {0} tokens in', count),
  });
}

/** Returns the estimated tokens of a reply, such as `≈240 tokens out`. */
export function estimatedTokensOut(tokens: number): string {
  const { l10n, env } = vscode;
  const count = formatTokens(tokens, env.language);
  return pluralText(tokens, env.language, {
    one: l10n.t('≈{0} token out', count),
    few: l10n.t({ message: '≈{0} tokens out', args: [count], comment: 'few' }),
    many: l10n.t({ message: '≈{0} tokens out', args: [count], comment: 'many' }),
    other: l10n.t('≈{0} tokens out', count),
  });
}

/** Formats a factor as a change in percent, such as `+2%`, `−0.5%` or `0%` for a factor of about 1. */
export function formatChange(factor: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
  });
  return format
    .formatToParts(factor - 1)
    .map(({ type, value }) => (type === 'minusSign' ? value.replace('-', '−') : value))
    .join('');
}

/** Returns the tokens that the service reported for a request, such as `500 tokens in`. */
export function tokensIn(tokens: number): string {
  const { l10n, env } = vscode;
  const count = formatTokens(tokens, env.language);
  return pluralText(tokens, env.language, {
    one: l10n.t('{0} token in', count),
    few: l10n.t({ message: '{0} tokens in', args: [count], comment: 'few' }),
    many: l10n.t({ message: '{0} tokens in', args: [count], comment: 'many' }),
    other: l10n.t('{0} tokens in', count),
  });
}

/** Returns the tokens that the service reported for a request, such as `500 tokens in (300 cached)`. */
export function partlyCachedTokensIn(tokens: number, cachedTokens: number): string {
  const { l10n, env } = vscode;
  const args = [formatTokens(tokens, env.language), formatTokens(cachedTokens, env.language)];
  return pluralText(tokens, env.language, {
    one: l10n.t('{0} token in ({1} cached)', ...args),
    few: l10n.t({ message: '{0} tokens in ({1} cached)', args, comment: 'few' }),
    many: l10n.t({ message: '{0} tokens in ({1} cached)', args, comment: 'many' }),
    other: l10n.t('{0} tokens in ({1} cached)', ...args),
  });
}
