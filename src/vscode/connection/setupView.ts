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
    ...(setup.status === 'noKey' && { hasAddress: true }),
    ...(setup.status === 'badAddress' && { isAddressInvalid: true }),
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
      return l10n.t('The base URL in your settings can’t be used. {0}', describeAddressFault(setup.fault));
    case 'noKey':
      return missingKeySentence(setup);
    case 'unconfirmed':
      return unconfirmedSentence(setup);
  }
}

function missingKeySentence({ address, isKeyLost, keyOrigins }: Extract<Setup, { status: 'noKey' }>): string {
  const { l10n } = vscode;
  const [keyOrigin] = keyOrigins;
  if (isKeyLost)
    return l10n.t(
      'Your key was lost, because this computer has no keyring and keeps keys only in memory. Enter the key again.',
    );
  if (keyOrigin === undefined) return l10n.t('To begin, enter your API key for {0}.', address.origin);
  return keyOrigins.length === 1
    ? l10n.t(
        'There is no API key for {0} yet. Your key for {1} is kept, and is sent only there.',
        address.origin,
        keyOrigin,
      )
    : l10n.t('There is no API key for {0} yet. Your keys for other services are kept.', address.origin);
}

function unconfirmedSentence({ address, keyOrigins }: Extract<Setup, { status: 'unconfirmed' }>): string {
  const { l10n } = vscode;
  const [keyOrigin] = keyOrigins;
  if (keyOrigin === undefined)
    return l10n.t(
      'Messages would be sent to {0} with the API key from VS Code’s environment. A repository can set this environment, and the owner of the key may read your messages.',
      address.origin,
    );
  return keyOrigins.length === 1
    ? l10n.t(
        'Messages would be sent to {0} with the API key from VS Code’s environment. A repository can set this environment, and the owner of the key may read your messages. Your own key is for {1} and wouldn’t be used.',
        address.origin,
        keyOrigin,
      )
    : l10n.t(
        'Messages would be sent to {0} with the API key from VS Code’s environment. A repository can set this environment, and the owner of the key may read your messages. Your own keys are for other services and wouldn’t be used.',
        address.origin,
      );
}
