/** Runs the integration tests inside VS Code, and ends with their exit code. */
import { bundleIntegrationTests } from './bundleForVsCode.ts';
import { runInsideVsCode } from './runInsideVsCode.ts';

process.exitCode = await runInsideVsCode(await bundleIntegrationTests(), { env: process.env });
