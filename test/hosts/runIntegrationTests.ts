/** Runs the integration tests inside VS Code. The exit code is theirs. */
import { bundleIntegrationTests } from './bundleForVsCode.ts';
import { runInsideVsCode } from './runInsideVsCode.ts';

process.exitCode = await runInsideVsCode(await bundleIntegrationTests(), process.env);
