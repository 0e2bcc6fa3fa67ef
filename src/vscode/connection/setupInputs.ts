import * as vscode from 'vscode';
import { parseApiKey } from '../../api/apiKey.ts';
import { completeServiceAddress, repairServiceAddress, type ServiceAddress } from '../../api/serviceAddress.ts';
import { describeAddressFault, describeApiKeyFault } from './describeInputFaults.ts';

/** The value of a text in an input box, with a hint for the user, or the reason why the text cannot be used. */
type Checked<Value> = { readonly value: Value; readonly hint?: string } | { readonly fault: string };

/**
 * Asks for the base URL. While the user types, shows why the text cannot be used, or how it will be completed. Resolves
 * with undefined if the user cancels.
 *
 * @param current The text to begin with, which may be empty. The input box opens with its completed form.
 */
export async function askForBaseUrl(current: string): Promise<ServiceAddress | undefined> {
  const { l10n } = vscode;
  const input = vscode.window.createInputBox();
  input.title = l10n.t('Base URL of the service');
  input.prompt = l10n.t('The base URL ends with /v1. It’s saved in your user settings.');
  input.placeholder = 'https://api.example.com/v1';
  input.value = repairServiceAddress(current);
  return showInput(input, checkBaseUrl);
}

/**
 * Asks for the API key for an origin. While the user types, shows why the text cannot be used. Resolves with
 * `changeBaseUrl` if the user clicks this button, and with undefined if the user cancels.
 *
 * @param isReplaced True if a key for this origin is already stored.
 */
export async function askForApiKey(
  origin: string,
  isReplaced: boolean,
): Promise<{ readonly key: string } | 'changeBaseUrl' | undefined> {
  const { l10n } = vscode;
  const input = vscode.window.createInputBox();
  input.title = l10n.t('API key for {0}', origin);
  input.prompt = isReplaced
    ? l10n.t('The key replaces the key that you entered before, and is sent only to {0}.', origin)
    : l10n.t('The key is saved in this computer’s secret storage and sent only to {0}.', origin);
  input.password = true;
  input.buttons = [{ iconPath: new vscode.ThemeIcon('edit'), tooltip: l10n.t('Change base URL') }];
  return showInput<{ readonly key: string } | 'changeBaseUrl'>(input, checkApiKey, 'changeBaseUrl');
}

function checkBaseUrl(text: string): Checked<ServiceAddress> {
  const value = completeServiceAddress(text);
  if (typeof value === 'string') return { fault: describeAddressFault(value) };
  if (value.baseUrl === text.trim()) return { value };
  return { value, hint: vscode.l10n.t('This base URL will be used: {0}', value.baseUrl) };
}

function checkApiKey(text: string): Checked<{ readonly key: string }> {
  const value = parseApiKey(text);
  return typeof value === 'string' ? { fault: describeApiKeyFault(value) } : { value };
}

/**
 * Shows the input box until the user accepts a text without a fault, clicks a button, or cancels. Resolves with the
 * value of the text, with `ofButton`, or with undefined.
 */
async function showInput<Value>(
  input: vscode.InputBox,
  check: (text: string) => Checked<Value>,
  ofButton?: Value,
): Promise<Value | undefined> {
  const { promise, resolve } = Promise.withResolvers<Value | undefined>();
  const showChecked = () => {
    const checked = check(input.value);
    if ('fault' in checked) input.validationMessage = checked.fault;
    else
      input.validationMessage =
        checked.hint === undefined
          ? undefined
          : { message: checked.hint, severity: vscode.InputBoxValidationSeverity.Info };
    return checked;
  };
  input.onDidChangeValue(showChecked);
  input.onDidAccept(() => {
    const checked = showChecked();
    if ('value' in checked) resolve(checked.value);
  });
  input.onDidTriggerButton(() => resolve(ofButton));
  input.onDidHide(() => resolve(undefined));
  // A text from the settings may be invalid. An empty text is not wrong before the user has tried to accept it.
  if (input.value !== '') showChecked();
  // Otherwise, a click elsewhere would discard the text, for example while the user copies the key from a browser.
  input.ignoreFocusOut = true;
  input.show();
  try {
    return await promise;
  } finally {
    input.dispose();
  }
}
