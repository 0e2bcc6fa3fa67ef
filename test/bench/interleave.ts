import { median } from './figure.ts';

/**
 * Measures the CPU time of this process during each function of `readers`. Resolves with the median for each function,
 * in milliseconds. Each function runs once in each round. The order of the functions rotates from round to round, so
 * that load and garbage collection affect all functions alike.
 */
export async function interleave<Name extends string>(
  rounds: number,
  readers: Readonly<Record<Name, () => unknown>>,
): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(readers) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    names.push(...names.splice(0, 1));
    for (const name of names) {
      const start = process.cpuUsage();
      await readers[name]();
      const { user, system } = process.cpuUsage(start);
      times[name].push((user + system) / 1000);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<Name, number>;
}
