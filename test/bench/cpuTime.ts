/**
 * Returns the CPU time of this thread while `run` runs, in milliseconds. Unlike elapsed time, it hardly depends on how busy
 * the machine is.
 */
export function cpuTime(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  return millisecondsSince(before);
}

/** Like `cpuTime`, for work that ends when the promise resolves. */
export async function asyncCpuTime(run: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  return millisecondsSince(before);
}

function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
