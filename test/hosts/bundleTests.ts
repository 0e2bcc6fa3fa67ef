/** `npm run build:integration`: bundles the integration tests, so that a debugger can run them. */
import { bundleIntegrationTests } from './bundleForVsCode.ts';

await bundleIntegrationTests();
