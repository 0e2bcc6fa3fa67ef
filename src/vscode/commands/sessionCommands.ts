import { isJsonObject } from '../../common/json.ts';
import type { SessionAction } from '../../common/protocol/sessionProtocol.ts';
import type { ChatPlaces } from '../panel/chatPlaces.ts';
import type { ChatCommands } from './commandIds.ts';

type SessionCommand =
  | 'tally.openListedSession'
  | 'tally.pinSession'
  | 'tally.unpinSession'
  | 'tally.renameSession'
  | 'tally.exportListedSession'
  | 'tally.deleteSession';

/** Creates the commands of the context menu of a session in the panel's list. The panel runs the action. */
export function createSessionCommands(places: Pick<ChatPlaces, 'panel'>): Pick<ChatCommands, SessionCommand> {
  const choose = (action: SessionAction) => (menuContext: unknown) => {
    const id = isJsonObject(menuContext) ? menuContext['sessionId'] : undefined;
    if (typeof id === 'string') places.panel?.post({ type: 'didChooseSessionAction', id, action });
  };
  return {
    'tally.openListedSession': choose('open'),
    'tally.pinSession': choose('pin'),
    'tally.unpinSession': choose('unpin'),
    'tally.renameSession': choose('rename'),
    'tally.exportListedSession': choose('export'),
    'tally.deleteSession': choose('delete'),
  };
}
