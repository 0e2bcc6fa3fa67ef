import { noHistory, type History } from '../../meter/cost.ts';

/**
 * The bounds of the token counts of a conversation's copies, one copy for each service. In mode `session`, a service
 * keeps a copy, and reads it again with each message. A key is the origin (scheme, host and port) of a service. The key
 * undefined has the bounds from replies that earlier versions of the extension saved without their origin.
 */
export type ServiceHistories = ReadonlyMap<string | undefined, History>;

/** Returns the bounds of the token count of the copy that the service at `origin` keeps. */
export function historyAt(histories: ServiceHistories, origin: string): History {
  const known = histories.get(origin);
  if (known !== undefined) return known;
  const unknown = histories.get(undefined) ?? noHistory;
  // If replies came from other services since then, the replies without an origin may have come from those services.
  return histories.size > 1 ? { ...unknown, least: 0 } : unknown;
}

/**
 * Returns the histories after a reply from the service at `origin` is booked. If the origin is not known, any service
 * may have sent the reply, so that the history applies to all services.
 */
export function withHistory(
  histories: ServiceHistories,
  origin: string | undefined,
  history: History,
): ServiceHistories {
  return origin === undefined ? new Map([[undefined, history]]) : new Map(histories).set(origin, history);
}
