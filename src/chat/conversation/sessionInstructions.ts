import { dueInstructions, hypotheticalQuestion, type RequestTarget } from '../messages/requestMessages.ts';
import type { Question } from '../messages/message.ts';
import type { RequestOptions } from './requestOptions.ts';
import type { SessionState } from './sessionState.ts';

/** The user's standing instructions in one session. See dueInstructions. */
export interface SessionInstructions {
  /** True if the user switched the instructions off for this session. */
  readonly isOff: () => boolean;
  /** Returns the instructions that the next new message sends unless they are off. */
  readonly next: () => string | undefined;
  /** Returns the target of a request for the question, with the instructions if they are due and not off. */
  readonly addTo: (target: Pick<RequestTarget, 'mode' | 'origin'>, question: Question) => RequestTarget;
  /** Switches the instructions off or on. Rejects, and changes nothing, if the switch cannot be saved. */
  readonly switchOff: (isOff: boolean) => Promise<void>;
}

export function createSessionInstructions(
  state: SessionState,
  { options, origin }: { readonly options: () => RequestOptions; readonly origin: () => string },
): SessionInstructions {
  const due = (target: Pick<RequestTarget, 'mode' | 'origin'>, question: Question) =>
    dueInstructions(target, state.allMessages, question, options().instructions);
  return {
    isOff: () => state.isInstructionsOff,
    next: () => due({ mode: options().mode, origin: origin() }, hypotheticalQuestion('')),
    addTo: (target, question) => ({
      ...target,
      instructions: state.isInstructionsOff ? undefined : due(target, question),
    }),
    switchOff: async (isOff) => state.switchInstructions(isOff),
  };
}
