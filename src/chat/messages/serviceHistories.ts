import { noHistory, type History } from '../../meter/cost.ts';

/**
 * The bounds of the token counts of a conversation's copies, one copy for each service. In mode `session`, a service
 * keeps a copy, and reads it again with each message. A key is the origin (scheme, host and port) of a service. The key
 * undefined has the bounds from replies that earlier versions of the extension saved without their origin, and from
 * services that are no longer kept (see withHistory).
 */
export type ServiceHistories = ReadonlyMap<string | undefined, History>;

/** Each booked reply copies the map, and an imported session may name any number of origins. */
const keptOrigins = 20;

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
 * may have sent the reply, so that the history applies to all services. Keeps the 20 services that replied last. The
 * largest upper bound of the others, with the lower bound 0, then applies to each service that is not kept.
 */
export function withHistory(
  histories: ServiceHistories,
  origin: string | undefined,
  history: History,
): ServiceHistories {
  if (origin === undefined) return new Map([[undefined, history]]);
  const changed = new Map(histories);
  // A map keeps the order in which keys were added, so delete the key to move it to the end.
  changed.delete(origin);
  changed.set(origin, history);
  const [oldest, ...others] = [...changed.keys()].filter((each) => each !== undefined);
  if (oldest === undefined || others.length < keptOrigins) return changed;
  const [largest = noHistory] = [changed.get(undefined), changed.get(oldest)]
    .filter((each) => each !== undefined)
    .toSorted((a, b) => b.most - a.most);
  changed.delete(oldest);
  return changed.set(undefined, { ...largest, least: 0 });
}
