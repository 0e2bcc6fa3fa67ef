import * as vscode from 'vscode';
import type { ApiKeyFault } from '../../api/apiKey.ts';
import type { ServiceAddressFault } from '../../api/serviceAddress.ts';

/** Returns a sentence for the user about a missing or invalid base URL. The sentence does not contain the text. */
export function describeAddressFault(fault: ServiceAddressFault): string {
  const { l10n } = vscode;
  switch (fault) {
    case 'empty':
      return l10n.t('Enter the service’s base URL.');
    case 'notAUrl':
      return l10n.t('This isn’t a URL. It should look like https://api.example.com/v1.');
    case 'apiKey':
      return l10n.t('This looks like an API key. First enter the service’s base URL.');
    case 'otherScheme':
      return l10n.t('The base URL must begin with https://. Check the beginning for a typing error.');
    case 'notHttps':
      return l10n.t('Only https is allowed, so that nobody on the network can read your key.');
    case 'hasCredentials':
      return l10n.t('A user name or password can’t be part of the base URL.');
    case 'hasQuery':
      return l10n.t('The base URL can’t contain ? or #.');
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
    case 'url':
      return l10n.t('This is a URL. Enter your API key.');
    case 'lineBreak':
      return l10n.t('An API key can’t contain a line break. Copy only the key.');
    case 'whitespace':
      return l10n.t('An API key can’t contain spaces. Copy only the key.');
    case 'notLatin1':
      return l10n.t('The key contains a character that can’t be sent. Copy the key again from your account page.');
  }
}
