import assert from 'node:assert/strict';
import type { ChatPanelSources } from '../../../../src/vscode/panel/chatPanel.ts';

/** Returns the sources of a panel that shows the chat. All sources except the given ones are empty. */
export function panelSources(
  chat: ChatPanelSources['chat'],
  given: Partial<ChatPanelSources> = {},
  estimator: Partial<ChatPanelSources['estimator']> = {},
): ChatPanelSources {
  const event = () => ({ dispose: () => undefined });
  return {
    chat,
    questionFocus: {
      during: async (_: unknown, action: () => Promise<void>) => action(),
      noteTyping: () => undefined,
    },
    onDidChangeChat: event,
    backgroundReplies: { onDidChange: event, views: () => [] },
    estimator: { onDidChangeEstimate: event, onDidCountAttachment: event, instructions: () => undefined, ...estimator },
    heading: { onDidChange: event, view: () => ({ type: 'didChangeHeading' }) },
    applying: { appliedChanges: { onDidChange: event, keys: () => [] } },
    targetEditor: { onDidChangeView: event, view: () => ({}) },
    tokenColors: { onDidRead: event },
    setup: async () => Promise.resolve({ status: 'ready' }),
    onDidChangeSetup: event,
    settings: () => ({}),
    onDidChangeSettings: event,
    saving: { onDidChange: event, sentence: () => undefined },
    deletionId: () => undefined,
    notices: { onDidChange: event, views: () => [] },
    offeredFile: { onDidChange: event, view: () => undefined },
    reportError: assert.ifError,
    ...given,
  } as unknown as ChatPanelSources;
}
