import type { ToWebviewMessage } from '../../../src/common/protocol/protocol.ts';
import type { PanelHarness } from '../../ui/panelHarness.ts';
import { question, reply, session } from '../../ui/panelMessages.ts';
import type { Times } from '../measureTimes.ts';

/** Something that the panel must do without blocking its main thread for long. */
export interface Scenario {
  readonly name: string;
  /** Upper limits in milliseconds, on a computer that is not slow (see `measureTimes`). */
  readonly limits: Times;
  /** Resolves with a time for each of `limits`. */
  readonly measure: (harness: PanelHarness) => Promise<Times>;
}

/** Returns a scenario that measures only the longest hold-up (see `holdUpOf`). */
export function holdUpScenario(
  name: string,
  limit: number,
  measure: (harness: PanelHarness) => Promise<number>,
): Scenario {
  return {
    name,
    limits: { 'longest hold-up': limit },
    measure: async (harness) => ({ 'longest hold-up': await measure(harness) }),
  };
}

/** Returns the message that loads a session with one question and one complete reply. */
export function replySession(text: string): ToWebviewMessage {
  return session({ messages: [question(), reply({ text })] });
}
