/** One way in which a body carries a reply, such as server-sent events. Once the reply is finished nothing is called. */
export interface Framing {
  /** What must come before anything new can be found: bytes that come without it may be gathered. */
  readonly waitsFor: 'text' | 'lineEnd' | 'end';
  readonly push: (text: string) => void;
  /** The body has ended, whole or not. */
  readonly finish: () => void;
}

/** The most that is kept of one event, line or document, in characters. */
export const maxEventLength = 16 * 1024 * 1024;
