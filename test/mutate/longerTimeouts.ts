/**
 * Multiplies the time limits of all tests and hooks. Mocha loads this file while `npm run mutate` measures coverage,
 * because tests are slower while V8 does not optimise.
 * Tests of mutants have the usual limits, because many mutants make a test wait in vain.
 */
import Mocha from 'mocha';

const factor = 4;

const { prototype } = Mocha.Runnable;
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with `this` below
const original = prototype.timeout as (this: Mocha.Runnable, milliseconds?: number) => unknown;
prototype.timeout = function (this: Mocha.Runnable, milliseconds?: number | string) {
  return milliseconds === undefined ? original.call(this) : original.call(this, Number(milliseconds) * factor);
} as typeof prototype.timeout;
