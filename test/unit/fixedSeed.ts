/**
 * Sets a fixed default seed for fast-check, so that each run tests the same values. Mocha loads this file before the
 * test files.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: 12 });
