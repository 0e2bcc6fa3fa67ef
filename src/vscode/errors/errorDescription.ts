import type { ActionId } from '../../common/protocol/conversationProtocol.ts';

/** A sentence for people, and the buttons that help, the most helpful first. */
export interface ErrorDescription {
  readonly text: string;
  readonly actions: readonly ActionId[];
}
