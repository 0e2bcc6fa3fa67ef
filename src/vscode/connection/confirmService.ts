import * as vscode from 'vscode';
import type { Setup } from './connectionSource.ts';
import { toSetupView } from './setupView.ts';
import { showWarning } from '../dialogs/messages.ts';

/** Asks the user whether to use the service and the API key of the environment. Resolves with true if the user agrees. */
export async function confirmService(setup: Extract<Setup, { status: 'unconfirmed' }>): Promise<boolean> {
  const { l10n } = vscode;
  const options = { modal: true, detail: toSetupView(setup).sentence };
  const use = l10n.t('Use this service');
  return (await showWarning(l10n.t('Send messages to {0}?', setup.address.origin), options, use)) === use;
}
