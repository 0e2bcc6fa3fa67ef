import type { Preferences } from '../../common/protocol/protocol.ts';

/** The parts of a keyboard event that decide what a key does in the message box. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'keyCode' | 'isComposing' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'
>;

/** What a key does in the message box; undefined leaves it to the browser. */
export type MessageKeyAction = 'send' | 'undo' | 'redo' | undefined;

export function readMessageKey(press: KeyPress, sendKey: Preferences['sendKey']): MessageKeyAction {
  if (isComposing(press)) return undefined;
  const withCommand = press.ctrlKey || press.metaKey;
  switch (press.key.toLowerCase()) {
    case 'enter':
      if (press.shiftKey || press.altKey) return undefined;
      return withCommand || sendKey === 'enter' ? 'send' : undefined;
    case 'z':
      if (!withCommand || press.altKey) return undefined;
      return press.shiftKey ? 'redo' : 'undo';
    case 'y':
      return press.ctrlKey && !press.shiftKey && !press.altKey ? 'redo' : undefined;
    default:
      return undefined;
  }
}

/** Whether an input method is at work: then Enter accepts its proposal. */
export function isComposing(press: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  // On some systems only the deprecated code tells that the key which ends the composition was part of it.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  return press.isComposing || press.keyCode === 229;
}
