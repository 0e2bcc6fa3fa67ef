/** Bundles the integration tests, runs them inside VS Code, and ends with the exit code of the tests. */
import { bundleIntegrationTests } from './bundleForVsCode.ts';
import { runInsideVsCode } from './runInsideVsCode.ts';

process.exitCode = await runInsideVsCode(await bundleIntegrationTests(), { env: process.env });
