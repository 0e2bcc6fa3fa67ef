/** `npm run build:integration`: bundles the integration suites, for a debugger that starts them itself. */
import { bundleIntegrationTests } from './bundleForVsCode.ts';

await bundleIntegrationTests();
