import * as vscode from 'vscode';
import type { DidChangeEditEstimate } from '../../../common/protocol/estimateProtocol.ts';
import type { EditEstimate } from '../../../chat/conversation/messageEdits.ts';
import type { WorkspaceChat } from '../../../chat/conversation/workspaceChat.ts';
import { formatMarkedRange } from '../../../common/text/formatCost.ts';
import { pluralText } from '../../../common/text/pluralText.ts';
import { toInstructionsView } from '../messageView.ts';

/** Estimates the cost of sending an edited question to a new session. */
export interface EditEstimator {
  /** Starts an estimate 150 ms after the last call for the same question. Posts the result to the panel. */
  refresh(edited: EditedQuestion): void;
  /** Must be called when the prices of the last texts may have changed. Calls `refresh` for each of them. */
  refreshAll(): void;
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
  /** The argument of the last call of `refresh` for each question of the shown session. */
  const latest = new Map<string, EditedQuestion>();
  const shownPrices = new Map<string, number>();

  const update = async (edited: EditedQuestion) => {
    const { questionId, text } = edited;
    timers.delete(questionId);
    const estimate = await chat.estimateEdited(questionId, text);
    if (latest.get(questionId) !== edited) return;
    if (estimate === undefined) {
      latest.delete(questionId);
      return;
    }
    shownPrices.set(questionId, estimate.cost.high);
    const { instructions } = estimate;
    post({
      type: 'didChangeEditEstimate',
      questionId,
      text: describe(estimate),
      ...(instructions !== undefined && { instructions: toInstructionsView(instructions) }),
    });
  };

  const refresh = (edited: EditedQuestion) => {
    const { questionId } = edited;
    clearTimeout(timers.get(questionId));
    latest.set(questionId, edited);
    // Ignore failures, because each further change of the text calls `refresh` again. The panel does not send the
    // edited question before it has received an estimate.
    timers.set(
      questionId,
      setTimeout(() => void update(edited).catch(() => undefined), debounceMilliseconds),
    );
  };

  return {
    refresh,
    refreshAll: () => latest.forEach((edited) => refresh({ ...edited })),
    shownPrice: (questionId) => shownPrices.get(questionId) ?? 0,
    dispose: () => timers.forEach((timer) => clearTimeout(timer)),
  };
}

/** Returns the sentences about an estimate. */
function describe({ cost, carried, instructions }: EditEstimate): string {
  const price = sentence(carried, formatMarkedRange(cost, vscode.env.language));
  return instructions === undefined ? price : `${price} ${vscode.l10n.t('The price includes your instructions.')}`;
}

function sentence(carried: number, price: string): string {
  const { l10n, env } = vscode;
  if (carried === 0) return l10n.t('Sends this message to a new session: {0} + reply.', price);
  return pluralText(carried, env.language, {
    one: l10n.t('Sends {0} earlier message and this message to a new session: {1} + reply.', carried, price),
    few: l10n.t({
      message: 'Sends {0} earlier messages and this message to a new session: {1} + reply.',
      args: [carried, price],
      comment: 'few',
    }),
    many: l10n.t({
      message: 'Sends {0} earlier messages and this message to a new session: {1} + reply.',
      args: [carried, price],
      comment: 'many',
    }),
    other: l10n.t('Sends {0} earlier messages and this message to a new session: {1} + reply.', carried, price),
  });
}
