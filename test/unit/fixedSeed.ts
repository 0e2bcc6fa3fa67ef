/**
 * Gives all tests that use fast-check a fixed random seed, so that each run tests the same values. Mocha loads this
 * file before the test files.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: 12 });
