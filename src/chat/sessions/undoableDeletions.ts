import { isPurgeable } from '../messages/purgeDeleted.ts';
import type { Transcript } from '../messages/transcript.ts';
import type { Windows } from '../windows/windows.ts';
import type { SessionStore } from './sessionStore.ts';

/** The ids of the messages that the user deleted in one step: a question, its replies and their continuations. */
export type Deletion = readonly string[];

interface PurgeDependencies {
  readonly sessions: Pick<SessionStore, 'purgeDeleted'>;
  readonly windows: Pick<Windows, 'withSession'>;
}

/**
 * The deletions of exchanges that this window can still undo or is saving, for each session. They stay while another
 * session is shown. The files of the sessions keep the content of the deleted messages meanwhile.
 */
export class UndoableDeletions {
  readonly #bySession = new Map<string, readonly Deletion[]>();

  /** The ids of the sessions that have deletions. */
  get sessionIds(): readonly string[] {
    return [...this.#bySession.keys()];
  }

  /** Returns the deletions of a session. The most recent deletion is the last one. */
  of(sessionId: string): readonly Deletion[] {
    return this.#bySession.get(sessionId) ?? [];
  }

  set(sessionId: string, deletions: readonly Deletion[]): void {
    if (deletions.length > 0) this.#bySession.set(sessionId, deletions);
    else this.#bySession.delete(sessionId);
  }

  /** Must be called when the files of all sessions were removed. */
  clear(): void {
    this.#bySession.clear();
  }

  /**
   * Returns the transcript of a session as it would be if its deletions were undone. Omits deleted messages whose content
   * another window has removed, because `SessionState` no longer restores them.
   */
  undone(sessionId: string, transcript: Transcript): Transcript {
    const ids = new Set(this.of(sessionId).flat());
    const messages = transcript.allMessages.filter(
      (message) => message.isDeleted !== true || (ids.has(message.id) && isPurgeable(message)),
    );
    return { ...transcript, messages };
  }

  /**
   * Forgets all deletions, and removes the content of the deleted messages from the sessions' files. The sessions must not
   * be open in this window. Skips a session that another window holds, because that window removes the content itself.
   * Never rejects: if the disk refuses to write, the content is removed when the session is loaded again.
   */
  async purge({ sessions, windows }: PurgeDependencies): Promise<void> {
    const ids = this.sessionIds;
    this.clear();
    const purgeSession = async (id: string) => windows.withSession(id, async () => sessions.purgeDeleted(id, []));
    await Promise.allSettled(ids.map(purgeSession));
  }
}
