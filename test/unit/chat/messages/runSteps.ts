import { purgeSteps } from '../../../../src/chat/messages/purgeDeleted.ts';
import type { Steps } from '../../../../src/chat/messages/steps.ts';
import { transcriptSteps, type Transcript } from '../../../../src/chat/messages/transcript.ts';

/** Parses a session's file at once; see transcriptSteps. */
export function parseTranscript(text: string): Transcript {
  return runSteps(transcriptSteps(text));
}

/** Purges the text of a session's file at once; see purgeSteps. */
export function purgeTranscript(text: string, undoable: readonly string[]): string | undefined {
  return runSteps(purgeSteps(text, undoable));
}

function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
