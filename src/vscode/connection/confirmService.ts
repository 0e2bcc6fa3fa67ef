import * as vscode from 'vscode';
import type { Setup } from './connectionSource.ts';
import { toSetupView } from './setupView.ts';
import { confirm } from '../dialogs/askModal.ts';

/** Asks the user whether to use the service and the API key of the environment. Resolves with true if the user agrees. */
export async function confirmService(setup: Extract<Setup, { status: 'unconfirmed' }>): Promise<boolean> {
  const { l10n } = vscode;
  return confirm(l10n.t('Send messages to {0}?', setup.address.origin), toSetupView(setup).sentence, {
    safe: l10n.t('Don’t Send'),
    acting: l10n.t('Use This Service'),
  });
}
