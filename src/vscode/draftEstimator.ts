import * as vscode from 'vscode';
import { composeContent } from '../chat/composeContent.ts';
import { switchedOn, type Attachment } from '../chat/attachment.ts';
import type { WorkspaceChat } from '../chat/workspaceChat.ts';
import type { Cost } from '../meter/cost.ts';
import { formatRange, formatTokens } from '../meter/formatCost.ts';
import type { TokenCounter } from '../meter/tokenCounter.ts';

/** What the draft would cost, counted a moment after the last change. */
export interface DraftEstimator {
  dispose(): void;
  /** Such as `≈ 1,240 tokens in · $0.0025–0.0098 + reply`; empty for an empty draft. */
  readonly text: string;
  /** Undefined until they are counted. */
  tokensOf(attachment: Attachment): number | undefined;
  /** The draft or the session changed. */
  refresh(): void;
}

export interface DraftEstimatorDependencies {
  readonly chat: WorkspaceChat;
  readonly counter: TokenCounter;
  readonly onDidChangeText: (text: string) => void;
  readonly onDidCountAttachment: () => void;
}

const settleMilliseconds = 150;

export function createDraftEstimator(dependencies: DraftEstimatorDependencies): DraftEstimator {
  const { chat, counter, onDidChangeText, onDidCountAttachment } = dependencies;
  const counts = new Map<string, number>();
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  let latest = 0;

  const countAttachments = async () => {
    const uncounted = chat.draft.attachments.filter(({ id }) => !counts.has(id));
    if (uncounted.length === 0) return;
    await Promise.all(uncounted.map(async ({ id, code }) => counts.set(id, await counter.count(code))));
    onDidCountAttachment();
  };

  const update = async () => {
    latest += 1;
    const mine = latest;
    const { draft, session } = chat;
    const content = composeContent(draft.text.trim(), switchedOn(draft.attachments));
    const estimate = content === '' ? '' : estimateText(await session.estimate(content));
    if (mine !== latest || estimate === text) return;
    text = estimate;
    onDidChangeText(text);
  };

  return {
    get text() {
      return text;
    },
    tokensOf: ({ id }) => counts.get(id),
    refresh() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // A count that fails leaves its place empty; the message can be sent all the same.
        Promise.all([update(), countAttachments()]).catch(() => undefined);
      }, settleMilliseconds);
    },
    dispose: () => clearTimeout(timer),
  };
}

function estimateText(cost: Cost): string {
  const locale = vscode.env.language;
  const tokens = formatTokens(cost.inputTokens, locale);
  return vscode.l10n.t('≈ {0} tokens in · {1} + reply', tokens, formatRange(cost, locale));
}
