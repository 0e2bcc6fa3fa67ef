import * as vscode from 'vscode';
import type { WorkspaceChat } from '../../../chat/conversation/workspaceChat.ts';
import { formatMarkedRange } from '../../../common/text/formatCost.ts';
import { instructionsId, type AttachmentView } from '../../../common/protocol/draftProtocol.ts';
import { noHistory } from '../../../meter/cost.ts';
import type { Meter } from '../../../meter/meter.ts';
import type { TokenCounter } from '../../../meter/tokenCounter.ts';
import { estimatedTokens } from '../../spend/tokenTexts.ts';

/** The chip of the user's instructions at the message box, shown while the next message would send the instructions. */
export interface InstructionsChip {
  /** Returns undefined if the next message sends no instructions, except if they are only switched off. */
  readonly view: () => AttachmentView | undefined;
  /** Counts the tokens and the cost of the instructions. Resolves with true if `view` has changed since the last call. */
  readonly update: () => Promise<boolean>;
  /** Must be called when the prices or the learned ratios may have changed. The next `update` then counts again. */
  readonly expire: () => void;
}

export function createInstructionsChip(
  chat: WorkspaceChat,
  counter: TokenCounter,
  meter: Pick<Meter, 'estimate'>,
): InstructionsChip {
  let sized: { readonly text: string; readonly size: string } | undefined;
  let last = '';

  const view = (): AttachmentView | undefined => {
    const { instructions } = chat.session;
    const text = instructions.next();
    if (text === undefined) return undefined;
    return {
      id: instructionsId,
      label: vscode.l10n.t('Instructions'),
      size: sized?.text === text ? sized.size : '',
      isOff: instructions.isOff(),
      canOpen: true,
    };
  };

  return {
    view,
    update: async () => {
      const text = chat.session.instructions.next();
      if (text !== undefined && text !== sized?.text) sized = { text, size: await describeSize(text, counter, meter) };
      const shown = JSON.stringify(view());
      const isChanged = shown !== last;
      last = shown;
      return isChanged;
    },
    expire: () => {
      sized = undefined;
    },
  };
}

async function describeSize(text: string, counter: TokenCounter, meter: Pick<Meter, 'estimate'>): Promise<string> {
  const [tokens, cost] = await Promise.all([
    counter.count(text),
    meter.estimate({ history: noHistory, content: text }),
  ]);
  return `${estimatedTokens(tokens)} · ${formatMarkedRange(cost, vscode.env.language)}`;
}
