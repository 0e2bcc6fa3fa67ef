/** A snapshot of the open handles of the process: sockets, timers and host name lookups. */
export interface OpenHandles {
  /**
   * Returns each kind of handle of which more are open now than in the snapshot. Waits up to ten seconds for the
   * additional handles to close.
   */
  leaked(): Promise<readonly string[]>;
}

export function openHandles(): OpenHandles {
  const before = count();
  const added = () => Object.entries(count()).flatMap(([kind, number]) => (number > (before[kind] ?? 0) ? [kind] : []));
  return {
    async leaked() {
      // Node counts a closed handle for some more turns of the event loop, and a test server closes its socket only
      // after the client. Do not wait with a timer, because a timer is a handle itself.
      const deadline = Date.now() + 10_000;
      while (added().length > 0 && Date.now() < deadline) await new Promise((resolve) => setImmediate(resolve));
      return added();
    },
  };
}

function count(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) {
    // The test servers run in this process, so their sockets are counted too. A server's socket closes when the client
    // closes its socket. A server's socket is therefore reported as leaked only if the client's socket stays open.
    if (/^(TCP|TLS|Timeout|GetAddrInfo)/.test(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
