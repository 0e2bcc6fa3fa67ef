import { env, l10n } from 'vscode';
import type { ActionId, ActionView, NoticeView, ReplyRemarks } from '../../common/protocol/conversationProtocol.ts';
import type { NextCosts, Reply, ReplyProgress } from '../../chat/messages/message.ts';
import type { Cost } from '../../meter/cost.ts';
import { formatMarkedRange, formatTokens } from '../../common/text/formatCost.ts';
import { describeError, errorDetails } from '../errors/describeError.ts';
import { estimatedTokensIn, estimatedTokensOut, partlyCachedTokensIn, tokensIn } from '../spend/tokenTexts.ts';

/**
 * Where a shown reply is. Only the `last` message can be continued. A `resent` reply is followed by another reply to
 * the same question, because the user sent the question again.
 */
export type ReplyPlace = 'last' | 'earlier' | 'resent';

/**
 * Returns the texts that are shown with a reply, such as its activity, its cost and a notice about problems.
 *
 * @param now The current time, in milliseconds since the epoch.
 */
export function remarksOnReply(reply: Reply, now: number, place: ReplyPlace): ReplyRemarks {
  const own = reply.progress === undefined ? endNotice(reply, now) : progressNotice(reply.progress, now);
  const notice = place === 'resent' && own?.severity === 'error' ? earlierFailure(reply, own) : own;
  const actions = notice === undefined ? [] : offeredActions(notice.actions, reply, place);
  return {
    activity: activity(reply),
    footer: footer(reply),
    ...finalCost(reply),
    ...(place === 'resent' && { isResent: true }),
    ...(reply.nextCosts === undefined ? {} : { retryPrice: requestPrice(reply.nextCosts.resend) }),
    ...(notice === undefined ? {} : { notice: { ...notice, actions } }),
  };
}

/** Returns a short notice about an earlier attempt. The problem may be over, so that its sentence is in the details. */
function earlierFailure({ ending }: Reply, { text, details }: NoticeView): NoticeView {
  return {
    severity: 'info',
    text:
      ending?.charged === 'no'
        ? l10n.t('This attempt failed. Nothing was charged.')
        : l10n.t('This attempt failed. It may have been charged.'),
    actions: actionViews(['showDetails']),
    details: [text, details].filter((part) => part !== undefined).join('\n\n'),
  };
}

/**
 * Returns the actions that can be offered for a reply in this place. If the last continuation of the last reply is
 * missing, Retry and Resend request this continuation again (see partToSendAgain). They are then called Continue, and
 * replace the action that requests another continuation.
 */
function offeredActions(
  actions: readonly ActionView[],
  { isEndMissing }: Reply,
  place: ReplyPlace,
): readonly ActionView[] {
  const isResend = ({ id }: ActionView): boolean => id === 'retry' || id === 'resend';
  const isContinue = ({ id }: ActionView): boolean => id === 'continue';
  // The notice of the newest reply offers what can be done now.
  if (place === 'resent') return actions.filter(({ id }) => id === 'showDetails');
  if (place === 'earlier') return actions.filter((each) => !isContinue(each));
  if (isEndMissing !== true) return actions;
  return actions
    .filter((each) => !isContinue(each))
    .map((each) => (isResend(each) ? { ...each, label: actionLabel('continue') } : each));
}

function activity({ state, progress }: Reply): string {
  switch (progress?.kind) {
    case 'connecting':
      return l10n.t('Connecting…');
    case 'waiting':
    case 'quiet':
      return l10n.t('Waiting for the reply…');
    case 'repeating':
      return l10n.t('Waiting to try again…');
    case undefined:
      if (state === 'streaming') return l10n.t('Thinking…');
      return state === 'pending' ? l10n.t('Connecting…') : '';
  }
}

function progressNotice(progress: ReplyProgress, now: number): NoticeView | undefined {
  switch (progress.kind) {
    case 'connecting':
    case 'waiting':
      return undefined;
    case 'quiet':
      return {
        severity: 'info',
        text: l10n.t('The service has sent nothing for {0} s.', '{0}'),
        clock: { counts: 'up', seconds: Math.round((now - progress.since) / 1_000) },
        actions: actionViews(['keepWaiting', 'stop']),
      };
    case 'repeating': {
      const text =
        progress.error.name === 'RateLimitError'
          ? l10n.t('The service is busy. Your message is sent again in {0} s.', '{0}')
          : l10n.t('The service couldn’t be reached. Trying again in {0} s.', '{0}');
      return {
        severity: 'info',
        text,
        clock: { counts: 'down', seconds: Math.max(0, Math.ceil((progress.at - now) / 1_000)) },
        actions: actionViews(['sendNow', 'stop']),
      };
    }
  }
}

function endNotice(reply: Reply, now: number): NoticeView | undefined {
  switch (reply.state) {
    case 'pending':
    case 'connecting':
    case 'streaming':
      return undefined;
    case 'complete':
      return completeNotice(reply);
    case 'stopped':
      return notice(stoppedSentence(reply), continueActions(reply), reply);
    case 'incomplete':
      return isClosedEarly(reply)
        ? notice(closedSentence(reply), continueActions(reply), reply)
        : notice(incompleteSentence(reply), incompleteActions(reply), reply);
    case 'failed': {
      const error = reply.ending?.error ?? { name: 'APIError', detail: '' };
      const hasText = reply.text !== '' || reply.reasoning !== '';
      const { text, actions } = describeError(error, { hasText, now, origin: reply.origin });
      const all: readonly ActionId[] = reply.text === '' ? actions : ['continue', ...actions];
      return {
        severity: 'error',
        text: [text, ...remarks(reply)].join(' '),
        actions: actionViews(all, reply.nextCosts),
        details: errorDetails(reply, error),
      };
    }
  }
}

function stoppedSentence({ text, reasoning, ending }: Reply): string {
  if (text !== '' || reasoning !== '') return l10n.t('You stopped this reply.');
  return ending?.charged === 'no'
    ? l10n.t('You stopped before the reply began. Nothing was charged.')
    : l10n.t('You stopped before the reply began. The request may have been charged.');
}

/**
 * Returns the actions that send the question again or continue the reply. Includes Continue only if the reply has text.
 * Includes Retry if the request was not charged. Otherwise includes Resend instead, because the user may be charged
 * twice.
 */
function continueActions({ text, ending }: Reply): readonly ActionId[] {
  const again: ActionId = ending?.charged === 'no' ? 'retry' : 'resend';
  return text === '' ? [again] : ['continue', again];
}

/**
 * Returns true if VS Code was closed while the reply was running. The archive of an imported reply without an end may
 * have been written while the reply was running, so the reason is not known.
 */
function isClosedEarly({ ending, isImported }: Reply): boolean {
  return ending?.isInterrupted === true && isImported !== true;
}

function closedSentence({ text, reasoning, ending }: Reply): string {
  if (text !== '')
    return l10n.t('VS Code was closed, reloaded or restarted while this reply was running. What was received is kept.');
  if (reasoning !== '')
    return l10n.t(
      'VS Code was closed, reloaded or restarted while this reply was running. Only reasoning was received.',
    );
  return ending?.charged === 'no'
    ? l10n.t(
        'VS Code was closed, reloaded or restarted while this reply was running. Nothing was received. Nothing was charged.',
      )
    : l10n.t(
        'VS Code was closed, reloaded or restarted while this reply was running. Nothing was received, but the request may have been charged.',
      );
}

function incompleteActions(reply: Reply): readonly ActionId[] {
  const isLocal = isPlainText(reply) || reply.ending?.isInterrupted === true;
  return isLocal ? continueActions(reply) : [...continueActions(reply), 'checkConnection'];
}

function isPlainText({ ending }: Reply): boolean {
  return ending?.notices?.includes('plainText') === true;
}

function incompleteSentence(reply: Reply): string {
  const { text, reasoning, ending } = reply;
  // Plain text has no end marker, so the reply may be complete. `remarks` returns a sentence about that.
  if (isPlainText(reply)) return '';
  if (text !== '') return l10n.t('The reply was cut off. What was received is kept.');
  if (reasoning !== '') return l10n.t('Only reasoning was received before the reply was cut off.');
  if ((ending?.unreadBytes ?? 0) > 0)
    return l10n.t('What was received couldn’t be read. The request may have been charged.');
  return ending?.charged === 'no'
    ? l10n.t('No reply was received. Nothing was charged.')
    : l10n.t('No reply was received. The request may have been charged.');
}

function completeNotice(reply: Reply): NoticeView | undefined {
  const { text, ending } = reply;
  switch (ending?.finishReason) {
    case 'length':
      return notice(
        l10n.t('The reply reached the service’s length limit.'),
        text === '' ? continueActions(reply) : ['continue'],
        reply,
      );
    case 'content_filter':
      return notice(l10n.t('The service’s content filter ended this reply.'), [], reply);
    default:
      if (remarks(reply).length > 0) return notice('', [], reply);
      return text === '' ? notice(l10n.t('The reply is empty.'), continueActions(reply), reply) : undefined;
  }
}

/** Returns a sentence for each entry in `ending.notices`, which are the API client's remarks about the reply. */
function remarks({ ending }: Reply): readonly string[] {
  return (ending?.notices ?? []).map((each) => {
    switch (each) {
      case 'refusal':
        return l10n.t('The model refused to answer.');
      case 'toolCalls':
        return l10n.t('The model requested tools, but this chat has no tools.');
      case 'malformedEvents':
        return l10n.t('A part of the reply couldn’t be read and is missing.');
      case 'plainText':
        return l10n.t('The reply was received as plain text. It may be incomplete.');
    }
  });
}

function notice(sentence: string, actions: readonly ActionId[], reply: Reply): NoticeView {
  const text = [sentence, ...remarks(reply)].filter((each) => each !== '').join(' ');
  return { severity: 'info', text, actions: actionViews(actions, reply.nextCosts) };
}

function actionViews(ids: readonly ActionId[], costs?: NextCosts): readonly ActionView[] {
  return ids.map((id) => {
    const cost = id === 'continue' ? costs?.continue : id === 'retry' || id === 'resend' ? costs?.resend : undefined;
    return { id, label: actionLabel(id), ...(cost === undefined ? {} : { price: requestPrice(cost) }) };
  });
}

/** Returns the price of a request whose reply is not included, such as `≈$0.0012–0.0019 + reply`. */
export function requestPrice(cost: Cost): string {
  const locale = env.language;
  return l10n.t('{0} + reply', formatMarkedRange(cost, locale));
}

function actionLabel(id: ActionId): string {
  switch (id) {
    case 'retry':
      return l10n.t('Retry');
    case 'resend':
      return l10n.t('Resend');
    case 'continue':
      return l10n.t('Continue');
    case 'copyToNewSession':
      return l10n.t('Copy to new session');
    case 'sendNow':
      return l10n.t('Send now');
    case 'keepWaiting':
      return l10n.t('Keep waiting');
    case 'stop':
      return l10n.t('Stop');
    case 'setApiKey':
      return l10n.t('Set API key');
    case 'changeBaseUrl':
      return l10n.t('Change base URL');
    case 'useService':
      return l10n.t('Use this service');
    case 'checkConnection':
      return l10n.t('Check connection');
    case 'openSettings':
      return l10n.t('Open settings');
    case 'openProxySettings':
      return l10n.t('Open proxy settings');
    case 'openAccount':
      return l10n.t('Open account page');
    case 'showDetails':
      return l10n.t('Show details');
  }
}

/** A no-break space, which prevents a line break before the separator `·`, or between a number and its unit. */
const noBreak = '\u00a0';

/**
 * Returns the footer of a reply that is not booked yet, such as `≈$0.0012–0.0019 so far · ≈240 tokens out`. Returns an
 * empty string if the cost and the output so far are 0. A reply is booked when its final cost is recorded in the
 * ledger.
 */
export function costSoFarFooter(cost: Cost): string {
  const locale = env.language;
  if (cost.high === 0 && cost.outputTokens === 0) return '';
  const parts = [
    l10n.t('{0} so far', formatMarkedRange(cost, locale)),
    // The service reports the tokens only at the end of a reply, so they are counted until then.
    estimatedTokensOut(cost.outputTokens),
  ];
  return parts.join(`${noBreak}· `);
}

function finalCost({ cost, isCarried }: Reply): Pick<ReplyRemarks, 'cost'> {
  if (cost === undefined || cost.high === 0 || isCarried === true) return {};
  return { cost: formatMarkedRange(cost, env.language) };
}

/**
 * Returns the text of the line below a reply. For a booked reply, this is the cost, the tokens and, if known, the
 * duration, such as `$0.0050 · 500 tokens in · 320 out · 12 s`. For a reply that is not booked yet, the text is the
 * cost so far. The text is empty if the cost is unknown or the request was not charged. For a reply that was carried
 * over from another session, the text is only `Carried over`.
 */
function footer(reply: Reply): string {
  const { cost, costSoFar, ending, isCarried } = reply;
  if (isCarried === true) return l10n.t('Carried over');
  // The reply is not booked yet, so keep showing the cost so far.
  if (cost === undefined) return costSoFar === undefined ? '' : costSoFarFooter(costSoFar);
  // The cost of a charged request is 0 if the prices are 0.
  if (cost.high === 0 && cost.inputTokens === 0) return '';
  const elapsed = ending?.elapsed === undefined ? [] : [duration(ending.elapsed).replaceAll(' ', noBreak)];
  return [formatMarkedRange(cost, env.language), ...tokens(cost, reply), ...elapsed].join(`${noBreak}· `);
}

function tokens(cost: Cost, { state, isJoined }: Reply): readonly string[] {
  const locale = env.language;
  const out = formatTokens(cost.outputTokens, locale);
  if (!cost.isReported) {
    // Unless the reply is complete, the output includes tokens that the service may have generated, but not sent.
    const isMaximum = state !== 'complete' || isJoined === true;
    return [estimatedTokensIn(cost.inputTokens), isMaximum ? l10n.t('at most {0} out', out) : l10n.t('≈{0} out', out)];
  }
  const output = l10n.t('{0} out', out);
  if (cost.cachedInputTokens === 0) return [tokensIn(cost.inputTokens), output];
  return [partlyCachedTokensIn(cost.inputTokens, cost.cachedInputTokens), output];
}

function duration(milliseconds: number): string {
  const locale = env.language;
  const seconds = Math.max(0.1, milliseconds / 1_000);
  if (seconds < 10)
    return l10n.t('{0} s', seconds.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
  const whole = Math.round(seconds);
  return whole < 60 ? l10n.t('{0} s', whole) : l10n.t('{0} min {1} s', Math.floor(whole / 60), whole % 60);
}
