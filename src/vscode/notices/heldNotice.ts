import { env, l10n } from 'vscode';
import type { ChatDraft } from '../../chat/draft/chatDraft.ts';
import { pluralText } from '../../common/text/pluralText.ts';
import type { AmountSetting, SpendLimits } from '../../meter/budget.ts';
import type { Settings } from '../settings/settings.ts';
import type { TellHeld } from '../spend/spendQuestions.ts';
import { openSetting } from '../spend/spendQuestions.ts';
import type { PanelNotices } from './panelNotices.ts';

/**
 * Tells the user in the panel why a queued message was not sent, until the message is no longer in the queue. When the
 * user has changed the limit or the price that was the reason, the notice says so instead.
 */
export interface HeldNotice {
  readonly tell: TellHeld;
  /** Sets the draft whose queue contains the messages. Must be called before `tell`. */
  readonly connect: (draft: Pick<ChatDraft, 'queue'>) => void;
}

export function createHeldNotice(
  notices: Pick<PanelNotices, 'tell'>,
  settings: () => Pick<Settings, 'limits' | 'prices'>,
): HeldNotice {
  let queue: () => ChatDraft['queue'] = () => [];
  return {
    connect: (draft) => {
      queue = () => draft.queue;
    },
    tell: (sentence, text, change) => {
      const before = change && amountsOf(change.setting, settings());
      const hasChanged = () => change !== undefined && amountsOf(change.setting, settings()) !== before;
      const held = () => queue().find((each) => each.text === text);
      notices.tell({
        id: 'queueHeld',
        sentence: () => {
          if (change === undefined || !hasChanged()) return sentence;
          const sessionId = held()?.sessionId;
          return changedSentence(change.setting, queue().filter((each) => each.sessionId === sessionId).length);
        },
        get covers() {
          return change === undefined || hasChanged() ? undefined : change.setting.replace('budget.', 'limit.');
        },
        get isWarning() {
          return !hasChanged();
        },
        get action() {
          if (change === undefined || hasChanged()) return undefined;
          return { label: change.label, run: async () => openSetting(change.setting) };
        },
        staysAfterAction: true,
        isTrue: () => held() !== undefined,
      });
    },
  };
}

/** Returns a text that differs if the amount of this setting differs. */
function amountsOf(setting: AmountSetting, { limits, prices }: Pick<Settings, 'limits' | 'prices'>): string {
  const isPrice = setting.startsWith('prices.');
  const limit = setting.slice(setting.indexOf('.') + 1) as Exclude<keyof SpendLimits, 'unknownPrices'>;
  return JSON.stringify(isPrice ? [prices, limits.unknownPrices] : [limits[limit]]);
}

/** @param count the number of messages in the queue that the user can send now */
function changedSentence(setting: AmountSetting, count: number): string {
  const changed = setting.startsWith('prices.') ? l10n.t('The price has changed.') : l10n.t('The limit has changed.');
  return `${changed} ${sendSentence(count)}`;
}

function sendSentence(count: number): string {
  if (count === 1) return l10n.t('Send the message when you are ready.');
  return pluralText(count, env.language, {
    // Not only for 1, but in Russian, for example, also for 21.
    one: l10n.t('Send the {0} message when you are ready.', count),
    few: l10n.t({ message: 'Send the {0} messages when you are ready.', args: [count], comment: 'few' }),
    many: l10n.t({ message: 'Send the {0} messages when you are ready.', args: [count], comment: 'many' }),
    other: l10n.t('Send the {0} messages when you are ready.', count),
  });
}
