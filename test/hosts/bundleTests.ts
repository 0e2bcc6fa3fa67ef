/** `npm run build:integration`: bundles the integration suites, for a debugger that starts them itself. */
import { buildIntegrationTests } from './buildIntegrationTests.ts';

await buildIntegrationTests();
