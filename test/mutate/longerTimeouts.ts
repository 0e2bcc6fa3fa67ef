/**
 * Extends the time limits of all tests and hooks. Mocha requires this file while `npm run mutate` measures coverage:
 * V8 does not optimise then. Mutants have the usual limits, because many of them make a test wait in vain.
 */
import Mocha from 'mocha';

const factor = 4;

const { prototype } = Mocha.Runnable;
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with `this` below
const original = prototype.timeout as (this: Mocha.Runnable, milliseconds?: number) => unknown;
prototype.timeout = function (this: Mocha.Runnable, milliseconds?: number | string) {
  return milliseconds === undefined ? original.call(this) : original.call(this, Number(milliseconds) * factor);
} as typeof prototype.timeout;
