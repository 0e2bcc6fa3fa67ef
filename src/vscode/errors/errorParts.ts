import type { ActionId } from '../../common/protocol/conversationProtocol.ts';

/** The parts of an error's text, and the buttons that may help, most helpful first. */
export interface ErrorParts {
  /** Says what is wrong, without the words of the service. */
  readonly sentence: string;
  /** The words of the service or of the cause, with their label; empty if there are none. */
  readonly quoted: string;
  readonly actions: readonly ActionId[];
}
