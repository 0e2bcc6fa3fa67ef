import type { DraftTextChange } from '../../common/protocol/draftProtocol.ts';
import type { UnsentEdit } from './unsentEdits.ts';

/** A change of the draft, see ChatDraft. */
export type DraftEvent =
  | {
      readonly type: 'draftChanged';
      /** Absent if the text stayed the same. */
      readonly text?: Omit<DraftTextChange, 'revision'>;
      /** The panel in which the user typed the new text, and which already shows it. Absent for other changes. */
      readonly source?: object;
    }
  | { readonly type: 'queueChanged' }
  | {
      readonly type: 'editChanged';
      readonly sessionId: string;
      readonly questionId: string;
      /** Absent if the edit was removed. */
      readonly text?: string;
      /** The panel in which the user edited the question. Absent for other changes. */
      readonly source?: object;
    };

/** Returns the event of a change of the message box. See the fields of DraftEvent for the parameters. */
export function draftChanged(before: string, after: string, restoresUnsent = false, source?: object): DraftEvent {
  const text = { before, after, ...(restoresUnsent && { restoresUnsent }) };
  return {
    type: 'draftChanged',
    ...((before !== after || restoresUnsent) && { text }),
    ...(source && { source }),
  };
}

/** Returns the event of a change of an unsent edit. `text` is undefined if the edit was removed. */
export function editChanged(
  { sessionId, questionId }: Omit<UnsentEdit, 'text'>,
  text: string | undefined,
  source?: object,
): DraftEvent {
  return {
    type: 'editChanged',
    sessionId,
    questionId,
    ...(text !== undefined && { text }),
    ...(source && { source }),
  };
}
