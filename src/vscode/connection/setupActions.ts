import * as vscode from 'vscode';
import type { ServiceAddress } from '../../api/serviceAddress.ts';
import type { ChatDraft } from '../../chat/draft/chatDraft.ts';
import { showError } from '../dialogs/messages.ts';
import type { PanelNotices } from '../notices/panelNotices.ts';
import { saveBaseUrl, type Settings } from '../settings/settings.ts';
import { confirmService } from './confirmService.ts';
import { baseUrlText, resolveAddress } from './connectionSource.ts';
import { removeApiKey } from './removeApiKey.ts';
import type { ServiceConnection } from './serviceConnection.ts';
import { askForApiKey, askForBaseUrl } from './setupInputs.ts';

/** The user's ways to set up the connection to the service. Each answer is saved at once. */
export interface SetupActions {
  /** Asks for the API key of the base URL's origin. If the base URL is missing or invalid, first asks for it. */
  readonly setApiKey: () => Promise<void>;
  /** Asks for the base URL, and for the API key if none is stored for the base URL's origin. */
  readonly changeBaseUrl: () => Promise<void>;
  /** Asks for the base URL, and then for an API key, which replaces the stored key. */
  readonly changeConnection: () => Promise<void>;
  /** Removes the API key of one origin, or all keys. Asks which, if there are several. */
  readonly removeApiKey: () => Promise<void>;
  /** Stores the user's agreement to the service that the environment sets. */
  readonly useService: () => Promise<void>;
  /**
   * If the environment sets a service to which the user has not agreed, asks for this agreement. If the base URL or the
   * API key is missing, does the same as `setApiKey`, for a message that waits for it. Does nothing if the setup is ready.
   */
  readonly complete: () => Promise<void>;
}

const connectionNotice = 'connection';

/**
 * @param notices Where to tell the user that a key is saved.
 * @param draft The content of the message box.
 * @param agreed Called after `useService` has stored the user's agreement.
 */
export function createSetupActions(
  connection: ServiceConnection,
  settings: () => Settings,
  notices: Pick<PanelNotices, 'tell' | 'dismiss'>,
  draft: Pick<ChatDraft, 'text'>,
  agreed: () => void,
): SetupActions {
  const { environment, apiKeys, setup } = connection;

  const tell = (sentence: string) =>
    notices.tell({ id: connectionNotice, sentence: () => sentence, isTemporary: true });

  /** The last entered base URL, if VS Code could not write it to the settings, and the URL of the settings then. */
  let unsaved: { readonly entered: string; readonly inSettings: string } | undefined;
  /** Resolves with undefined if the user cancels, or if the base URL cannot be saved. */
  const enterAddress = async (): Promise<ServiceAddress | undefined> => {
    const current = baseUrlText(settings().baseUrl, environment);
    // A changed setting is newer than the entered URL.
    const address = await askForBaseUrl(unsaved?.inSettings === current ? unsaved.entered : current);
    if (address === undefined) return undefined;
    unsaved = undefined;
    if (address.baseUrl === current) return address;
    try {
      await saveBaseUrl(address.baseUrl);
      return address;
    } catch (error) {
      unsaved = { entered: address.baseUrl, inSettings: current };
      tellUnsaved(error);
      return undefined;
    }
  };
  /**
   * Asks for the API key. First asks for the base URL if `known` is undefined, and then keeps a stored key. `isForMessage`
   * is true if the user has tried to send a message.
   */
  const enter = async (known?: ServiceAddress, isForMessage = false): Promise<void> => {
    const address = known ?? (await enterAddress());
    if (address === undefined) return;
    const { origin } = address;
    const isStored = (await apiKeys.get(origin)) !== undefined;
    if (known === undefined && isStored) {
      tell(vscode.l10n.t('Messages are now sent to {0}, with your API key for this service.', origin));
      return;
    }
    const answer = await askForApiKey(origin, isStored);
    if (answer === undefined) return;
    if (answer === 'changeBaseUrl') {
      await enter(undefined, isForMessage);
      return;
    }
    await apiKeys.set({ key: answer.key, origin });
    tell(
      isForMessage && draft.text.trim() !== ''
        ? vscode.l10n.t('Your key for {0} was saved. Send your message when you are ready.', origin)
        : vscode.l10n.t('Your key for {0} was saved.', origin),
    );
  };
  const setApiKey = async (isForMessage = false) => {
    const address = resolveAddress(settings().baseUrl, environment);
    await enter(typeof address === 'string' ? undefined : address, isForMessage);
  };
  const useService = async () => {
    await connection.agreeToService();
    agreed();
  };

  return {
    setApiKey: async () => setApiKey(),
    changeBaseUrl: async () => enter(),
    changeConnection: async () => {
      const address = await enterAddress();
      if (address !== undefined) await enter(address);
    },
    removeApiKey: async () => {
      await removeApiKey(connection);
      notices.dismiss(connectionNotice);
    },
    useService,
    complete: async () => {
      const current = await setup();
      if (current.status === 'ready') return;
      if (current.status !== 'unconfirmed') await setApiKey(true);
      else if (await confirmService(current)) await useService();
    },
  };
}

/** Tells the user why the base URL could not be saved, for example because the file of the settings has an error. */
function tellUnsaved(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const openSettings = vscode.l10n.t('Open Settings');
  // Do not await this promise, because it settles only when the user closes the notification.
  showError(vscode.l10n.t('The base URL couldn’t be saved. {0}', reason), openSettings).then(
    async (choice) => {
      if (choice === openSettings) await vscode.commands.executeCommand('workbench.action.openSettingsJson');
    },
    () => undefined,
  );
}
