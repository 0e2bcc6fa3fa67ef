/**
 * Extends the time limits of all tests and hooks; mocha requires this file for the runs of `npm run mutate`. These run
 * side by side, some without V8's optimisations. A test that is only slow must not count as failed.
 */
import Mocha from 'mocha';

const factor = 4;

const { prototype } = Mocha.Runnable;
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with `this` below
const original = prototype.timeout as (this: Mocha.Runnable, milliseconds?: number) => unknown;
prototype.timeout = function (this: Mocha.Runnable, milliseconds?: number | string) {
  return milliseconds === undefined ? original.call(this) : original.call(this, Number(milliseconds) * factor);
} as typeof prototype.timeout;
