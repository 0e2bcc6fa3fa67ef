import type { ConversationMode } from '../messages/message.ts';

/** The settings of a request. Each request reads the current settings. */
export interface RequestOptions {
  readonly mode: ConversationMode;
  /** Additional fields for the body of a request. */
  readonly extraBody: Readonly<Record<string, unknown>>;
  /** The user's standing instructions; empty if there are none. See dueInstructions. */
  readonly instructions: string;
  /**
   * If no byte arrives for this many milliseconds after connecting, the panel asks whether to keep waiting. 0 turns
   * this timeout off.
   */
  readonly firstByteTimeout: number;
  /** Like `firstByteTimeout`, but for each pause after the first byte, in milliseconds. 0 turns this timeout off. */
  readonly idleTimeout: number;
}
