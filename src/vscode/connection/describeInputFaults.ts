import * as vscode from 'vscode';
import type { ApiKeyFault } from '../../api/apiKey.ts';
import type { ServiceAddressFault } from '../../api/serviceAddress.ts';

/** Returns a sentence for the user about a missing or invalid base URL. */
export function describeAddressFault(fault: ServiceAddressFault): string {
  const { l10n } = vscode;
  switch (fault) {
    case 'empty':
      return l10n.t('Enter the service’s base URL.');
    case 'notAUrl':
      return l10n.t('This is not a URL. It should look like https://api.example.com/v1.');
    case 'notHttps':
      return l10n.t('Only https is allowed, so that your key can’t be read on the way.');
    case 'hasCredentials':
      return l10n.t('A user name or password can’t be part of the base URL.');
    case 'hasQuery':
      return l10n.t('The base URL can’t have a part after ? or #.');
    case 'noVersionPath':
      return l10n.t('The base URL must end with /v1.');
  }
}

/** Returns a sentence for the user about a missing or invalid API key. The sentence does not contain the key. */
export function describeApiKeyFault(fault: ApiKeyFault): string {
  const { l10n } = vscode;
  switch (fault) {
    case 'empty':
      return l10n.t('Enter your API key.');
    case 'lineBreak':
      return l10n.t('A key can’t have a line break. Copy it again, without what follows it.');
    case 'notLatin1':
      return l10n.t('The key has a character that can’t be sent. Copy it again from your account page.');
  }
}
