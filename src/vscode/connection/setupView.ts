import * as vscode from 'vscode';
import type { SetupView } from '../../common/protocol/protocol.ts';
import type { Setup } from './connectionSource.ts';
import { describeAddressFault } from './describeInputFaults.ts';

/**
 * Converts the setup to the form that the panel shows. If the setup is ready, `sentence` is empty. Otherwise `sentence`
 * says why no message can be sent, or what the user must do first.
 */
export function toSetupView(setup: Setup): SetupView {
  return {
    ready: setup.status === 'ready',
    sentence: setupSentence(setup),
    ...(setup.status === 'unconfirmed' && { isUnconfirmed: true }),
  };
}

function setupSentence(setup: Setup): string {
  const { l10n } = vscode;
  switch (setup.status) {
    case 'ready':
      return '';
    case 'noAddress':
      return l10n.t('To begin, enter the service’s base URL and your API key.');
    case 'badAddress':
      return l10n.t('The base URL in your settings can’t be used: {0}', describeAddressFault(setup.fault));
    case 'noKey':
      return setup.isKeyLost
        ? l10n.t('Your key is gone: this computer has no keyring, so keys are kept in memory only. Enter it again.')
        : l10n.t('To begin, enter your API key for {0}.', setup.address.origin);
    case 'unconfirmed':
      return setup.keyOrigin === undefined
        ? l10n.t(
            'Messages would go to {0} with the API key from VS Code’s environment. A repository can set this environment, and the key’s owner may read your messages.',
            setup.address.origin,
          )
        : l10n.t(
            'Messages would go to {0} with the API key from VS Code’s environment. A repository can set this environment, and the key’s owner may read your messages. Your own key is for {1} and stays unused.',
            setup.address.origin,
            setup.keyOrigin,
          );
    case 'otherOrigin':
      return l10n.t(
        'Your key was entered for {0}. Set it for {1} before it goes there.',
        setup.keyOrigin,
        setup.address.origin,
      );
  }
}
