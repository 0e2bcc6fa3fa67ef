import type { DidChangeSession, DidListSessions, SessionView } from '../../common/protocol/sessionProtocol.ts';

/** The sessions received from the extension. */
export interface KnownSessions {
  /** Returns the sessions sorted by the time of their last message, newest first. */
  readonly all: () => readonly SessionView[];
  /** True if the last list that `take` accepted was complete. */
  readonly isComplete: () => boolean;
  /**
   * For `didListSessions`, replaces the known list, unless the received list is partial and shorter than the known
   * list. For `didChangeSession`, adds or updates the session.
   */
  readonly take: (message: DidListSessions | DidChangeSession) => void;
  readonly change: (id: string, changes: Partial<SessionView>) => void;
  readonly remove: (id: string) => void;
  /** Must be called before `take` gets a session that the user restores. */
  readonly expectRestored: (id: string) => void;
  /** Returns true if the session is the last one that was passed to `expectRestored`, and returns true only once. */
  readonly takeRestored: (id: string) => boolean;
}

export function createKnownSessions(): KnownSessions {
  let sessions: readonly SessionView[] = [];
  let restoredId: string | undefined;
  let isComplete = false;
  return {
    all: () => sessions,
    isComplete: () => isComplete,
    take: (message) => {
      if (message.type === 'didChangeSession') {
        const others = sessions.filter(({ id }) => id !== message.session.id);
        sessions = [...others, message.session].toSorted((a, b) => b.at - a.at);
      } else if (message.isComplete || message.sessions.length >= sessions.length) {
        sessions = message.sessions;
        isComplete = message.isComplete;
      }
    },
    change: (id, changes) => {
      sessions = sessions.map((session) => (session.id === id ? { ...session, ...changes } : session));
    },
    remove: (id) => {
      sessions = sessions.filter((session) => session.id !== id);
    },
    expectRestored: (id) => {
      restoredId = id;
    },
    takeRestored: (id) => {
      if (id !== restoredId) return false;
      restoredId = undefined;
      return true;
    },
  };
}
