import type { Workbench } from './workbench.ts';

/**
 * Opens the panel, and agrees to use the service and the API key that the environment variables of `workbench` set.
 * Resolves when messages can be sent.
 */
export async function useServiceOfEnvironment(workbench: Workbench): Promise<void> {
  const panel = await workbench.openPanel();
  const button = panel.getByRole('button', { name: 'Use this service', exact: true });
  await button.click();
  await button.waitFor({ state: 'hidden' });
}
