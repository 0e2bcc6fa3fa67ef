import type { DraftEvent } from './draftEvent.ts';
import type { DraftStore } from './draftStore.ts';

export interface ChatDraftDependencies {
  readonly drafts: DraftStore;
  /** Returns the origin (scheme, host and port) of the configured service, or an empty string if none is configured. */
  readonly origin: () => string;
  readonly notify: (event: DraftEvent) => void;
  readonly reportSaveError: (error: unknown) => void;
}
