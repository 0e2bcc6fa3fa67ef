import * as vscode from 'vscode';
import type { DidChangeEditEstimate } from '../../../common/protocol/estimateProtocol.ts';
import type { WorkspaceChat } from '../../../chat/conversation/workspaceChat.ts';
import { formatMarkedRange } from '../../../common/text/formatCost.ts';
import { pluralText } from '../../../common/text/pluralText.ts';

/** Estimates the cost of sending an edited question to a new session. */
export interface EditEstimator {
  /** Starts an estimate 150 ms after the last call for the same question. Posts the result to the panel. */
  refresh(edited: EditedQuestion): void;
  /** Returns the upper bound, in nano-dollars, of the last posted cost for this question; 0 if none was posted. */
  shownPrice(questionId: string): number;
  dispose(): void;
}

export interface EditedQuestion {
  readonly questionId: string;
  readonly text: string;
}

const debounceMilliseconds = 150;

export function createEditEstimator(
  chat: WorkspaceChat,
  post: (estimate: DidChangeEditEstimate) => void,
): EditEstimator {
  const timers = new Map<string, NodeJS.Timeout>();
  const latestTexts = new Map<string, string>();
  const shownPrices = new Map<string, number>();

  const update = async ({ questionId, text }: EditedQuestion) => {
    timers.delete(questionId);
    const estimate = await chat.estimateEdited(questionId, text);
    if (latestTexts.get(questionId) !== text) return;
    latestTexts.delete(questionId);
    if (estimate === undefined) return;
    const price = formatMarkedRange(estimate.cost, vscode.env.language);
    shownPrices.set(questionId, estimate.cost.high);
    post({ type: 'didChangeEditEstimate', questionId, text: sentence(estimate.carried, price) });
  };

  return {
    refresh(edited) {
      const { questionId, text } = edited;
      clearTimeout(timers.get(questionId));
      latestTexts.set(questionId, text);
      // Ignore failures, because each further change of the text calls `refresh` again. The panel does not send the
      // edited question before it has received an estimate.
      timers.set(
        questionId,
        setTimeout(() => void update(edited).catch(() => undefined), debounceMilliseconds),
      );
    },
    shownPrice: (questionId) => shownPrices.get(questionId) ?? 0,
    dispose: () => timers.forEach((timer) => clearTimeout(timer)),
  };
}

function sentence(carried: number, price: string): string {
  const { l10n, env } = vscode;
  if (carried === 0) return l10n.t('Sends this message to a new session: {0} + reply', price);
  return pluralText(carried, env.language, {
    one: l10n.t('Sends {0} earlier message and this message to a new session: {1} + reply', carried, price),
    few: l10n.t({
      message: 'Sends {0} earlier messages and this message to a new session: {1} + reply',
      args: [carried, price],
      comment: 'few',
    }),
    many: l10n.t({
      message: 'Sends {0} earlier messages and this message to a new session: {1} + reply',
      args: [carried, price],
      comment: 'many',
    }),
    other: l10n.t('Sends {0} earlier messages and this message to a new session: {1} + reply', carried, price),
  });
}
