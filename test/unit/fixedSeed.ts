/** Makes random tests repeatable. Mocha requires this file before all tests; fast-check prints the seed on failure. */
import fc from 'fast-check';

fc.configureGlobal({ seed: 12 });
