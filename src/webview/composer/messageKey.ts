import type { Preferences } from '../../common/protocol/protocol.ts';

/** The members of `KeyboardEvent` that `readMessageKey` reads. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'keyCode' | 'isComposing' | 'repeat' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'
>;

/**
 * The action of a key in the message box or question editor. If undefined, the browser must handle the key. If
 * `ignore`, nothing may handle the key.
 */
export type MessageKeyAction = 'send' | 'undo' | 'redo' | 'ignore' | undefined;

export function readMessageKey(press: KeyPress, sendKey: Preferences['sendKey']): MessageKeyAction {
  if (isComposing(press)) return undefined;
  const withCommand = press.ctrlKey || press.metaKey;
  switch (press.key.toLowerCase()) {
    case 'enter':
      if (press.shiftKey || press.altKey) return undefined;
      if (!withCommand && sendKey !== 'enter') return undefined;
      // The user may have held Enter down since before the text field had the focus, for example in a list of VS Code.
      return press.repeat ? 'ignore' : 'send';
    case 'z':
      if (!withCommand || press.altKey) return undefined;
      return press.shiftKey ? 'redo' : 'undo';
    case 'y':
      return press.ctrlKey && !press.shiftKey && !press.altKey ? 'redo' : undefined;
    default:
      return undefined;
  }
}

/** Returns true while an input method composes text, for example Chinese text. Enter then accepts the composed text. */
export function isComposing(press: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  // On some systems, `isComposing` is false for the key that ends a composition, but the deprecated `keyCode` is 229.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  return press.isComposing || press.keyCode === 229;
}
