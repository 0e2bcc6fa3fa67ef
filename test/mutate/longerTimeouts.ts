/**
 * Multiplies the time limits of all tests and hooks. Mocha loads this file only for the test runs in which
 * `npm run mutate` measures coverage. These runs are slower, because V8 does not optimise the code.
 * Test runs with a mutation have the usual limits, because many mutations make a test wait until its time limit.
 */
import Mocha from 'mocha';

const factor = 4;

const { prototype } = Mocha.Runnable;
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with `this` below
const original = prototype.timeout as (this: Mocha.Runnable, milliseconds?: number) => unknown;
prototype.timeout = function (this: Mocha.Runnable, milliseconds?: number | string) {
  return milliseconds === undefined ? original.call(this) : original.call(this, Number(milliseconds) * factor);
} as typeof prototype.timeout;
