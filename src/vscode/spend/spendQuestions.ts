import * as vscode from 'vscode';
import { formatExact, formatMarkedRange, formatNanoDollars } from '../../common/text/formatCost.ts';
import type { AmountSetting, ReachedLimit } from '../../meter/budget.ts';
import type { HeldReason, SpendQuestions } from '../../meter/spendGuard.ts';
import { describeUnknownAmount } from './spendNotes.ts';
import { askModal, confirm } from '../dialogs/askModal.ts';
import { showWarning } from '../dialogs/messages.ts';
import { plainQuote } from '../dialogs/plainText.ts';

/**
 * Shows `sentence`, which says why the queued message with this text was not sent. Offers to change the setting, if there
 * is one.
 */
export type TellHeld = (
  sentence: string,
  text: string,
  change: { readonly label: string; readonly setting: AmountSetting } | undefined,
) => void;

/**
 * Returns functions that ask or warn the user about limits, with VS Code's dialogs and notifications, except `warn`,
 * which the caller passes. `confirm`, `sendAnyway` and `sendWithUnknown` resolve with true only if the user agrees to
 * send.
 *
 * @param confirmAbove Returns the user's limit for one message, in nano-dollars; 0 or undefined if there is none.
 * @param answered Called when the user has answered or closed a question, but not if the user changes the setting.
 * @param untilIdle Called before each question. By default, a question opens at once.
 * @param tellHeld By default, shows a notification.
 */
export function createSpendQuestions(
  warn: SpendQuestions['warn'],
  confirmAbove: () => number | undefined,
  answered: () => Promise<void>,
  untilIdle: () => Promise<void> = async () => Promise.resolve(),
  tellHeld: TellHeld = (sentence, _, change) => void warnAbout(sentence, change?.setting),
): SpendQuestions {
  const { l10n } = vscode;
  const locale = vscode.env.language;
  const limitText = () => formatExact(confirmAbove() ?? 0, locale);
  const price = (cost: Parameters<typeof formatMarkedRange>[0]) =>
    l10n.t('This message costs {0}, plus its reply.', formatMarkedRange(cost, locale));

  const ask = async (question: string, detail: string, setting: AmountSetting, acting: string): Promise<boolean> => {
    await untilIdle();
    const answer = await askModal(question, detail, { safe: changeButton(setting), acting });
    await (answer === 'safe' ? openSetting(setting) : answered());
    return answer === 'acting';
  };

  /** Offers no setting, because the user has not set the amount above which Tally asks. */
  const confirmUnseen = async (question: string, detail: string): Promise<boolean> => {
    await untilIdle();
    const isConfirmed = await confirm(question, detail, { safe: l10n.t('Don’t Send'), acting: l10n.t('Send') });
    await answered();
    return isConfirmed;
  };

  return {
    confirm: async (cost, shownPrice) => {
      if (shownPrice === 0) return confirmUnseen(l10n.t('Send this message? No price was shown for it.'), price(cost));
      if (shownPrice !== undefined)
        return confirmUnseen(l10n.t('Send this message? It costs more than the price that was shown.'), price(cost));
      return ask(
        l10n.t('Send this message? It costs more than the {0} above which Tally asks.', limitText()),
        price(cost),
        'budget.confirmAbove',
        l10n.t('Send'),
      );
    },
    sendAnyway: async (reached, cost) =>
      ask(
        limitQuestion(reached),
        `${limitSentence(reached, locale)} ${price(cost)} ${l10n.t('Nothing was sent.')}`,
        `budget.${reached.limit}`,
        l10n.t('Send Anyway Once'),
      ),
    sendWithUnknown: async (setting) =>
      ask(
        describeUnknownAmount(setting),
        l10n.t('This message could exceed your limit. Nothing was sent.'),
        setting,
        l10n.t('Send Anyway Once'),
      ),
    warn,
    tellHeld: (reason, text) => {
      // The reason is first, because a small panel shows only the start of a notice.
      const held =
        text.trim() === ''
          ? l10n.t('A queued message wasn’t sent.')
          : l10n.t('The queued message “{0}” wasn’t sent.', plainQuote(text));
      const setting = settingOf(reason);
      tellHeld(
        `${heldSentence(reason, limitText())} ${held}`,
        text,
        setting && { label: changeButton(setting), setting },
      );
    },
    tellUnsent: () =>
      void warnAbout(
        l10n.t(
          'A queued message wasn’t sent, because it could exceed your limit. It’s the last message of the conversation.',
        ),
        'budget',
      ),
  };
}

/** Offers to change the setting, if any. */
async function warnAbout(sentence: string, setting: AmountSetting | 'budget' | undefined): Promise<void> {
  if (setting === undefined) {
    await showWarning(sentence);
    return;
  }
  const change = changeButton(setting);
  if ((await showWarning(sentence, change)) === change) await openSetting(setting);
}

/** @param limit The user's limit for one message. */
function heldSentence(reason: HeldReason, limit: string): string {
  const { l10n } = vscode;
  switch (reason.kind) {
    case 'blocked':
      return limitQuestion(reason.reached);
    case 'unknown':
      return describeUnknownAmount(reason.setting);
    case 'confirm':
      if (reason.shownPrice === undefined)
        return l10n.t('This message costs more than the {0} above which Tally asks.', limit);
      return reason.shownPrice === 0
        ? l10n.t('No price was shown for this message.')
        : l10n.t('This message costs more than the price that was shown.');
  }
}

/** Returns the setting that can be changed to send the message. Undefined if the user has not set any limit for it. */
function settingOf(reason: HeldReason): AmountSetting | undefined {
  switch (reason.kind) {
    case 'blocked':
      return `budget.${reason.reached.limit}`;
    case 'unknown':
      return reason.setting;
    case 'confirm':
      return reason.shownPrice === undefined ? 'budget.confirmAbove' : undefined;
  }
}

function limitQuestion({ limit, atMost, spent }: ReachedLimit): string {
  const { l10n } = vscode;
  if (spent >= atMost)
    return limit === 'daily' ? l10n.t('Your daily limit is reached.') : l10n.t('Your session limit is reached.');
  return limit === 'daily'
    ? l10n.t('This message could exceed your daily limit.')
    : l10n.t('This message could exceed your session limit.');
}

/** Returns a sentence about how much of a limit is spent. */
export function limitSentence({ limit, atMost, spent }: ReachedLimit, locale: string): string {
  const [amount, most] = [formatNanoDollars(spent, locale), formatExact(atMost, locale)];
  return limit === 'daily'
    ? vscode.l10n.t('You’ve spent up to {0} of your {1} daily limit.', amount, most)
    : vscode.l10n.t('You’ve spent up to {0} of your {1} session limit.', amount, most);
}

function changeButton(setting: AmountSetting | 'budget'): string {
  return setting.startsWith('prices.') ? vscode.l10n.t('Change Price') : vscode.l10n.t('Change Limit');
}

export async function openSetting(name: AmountSetting | 'budget'): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', `tally.${name}`);
}
