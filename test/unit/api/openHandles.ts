/** What keeps the process busy at one moment: sockets and timers. */
export interface OpenHandles {
  /** Those that have come since and are still there, by their kind; looks again until there are none, for ten seconds. */
  left(): Promise<readonly string[]>;
}

export function openHandles(): OpenHandles {
  const before = count();
  const added = () => Object.entries(count()).flatMap(([kind, number]) => (number > (before[kind] ?? 0) ? [kind] : []));
  return {
    async left() {
      // Closed handles are gone some turns of the event loop later, the server's once it has heard of ours; a timer would be one itself.
      const deadline = Date.now() + 10_000;
      while (added().length > 0 && Date.now() < deadline) await new Promise((resolve) => setImmediate(resolve));
      return added();
    },
  };
}

function count(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) {
    // The server's side of a connection counts as well: it is closed by ours.
    if (/^(TCP|TLS|Timeout|GetAddrInfo)/.test(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
