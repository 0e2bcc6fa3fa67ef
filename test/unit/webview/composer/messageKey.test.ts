import assert from 'node:assert/strict';
import { readMessageKey, type KeyPress } from '../../../../src/webview/composer/messageKey.ts';

describe('readMessageKey', () => {
  it('sends with Enter for the setting `enter`, and with Ctrl+Enter or Cmd+Enter for the setting `ctrlEnter`', () => {
    assert.equal(readMessageKey(press('Enter'), 'enter'), 'send');
    assert.equal(readMessageKey(press('Enter'), 'ctrlEnter'), undefined);
    assert.equal(readMessageKey(press('Enter', { ctrlKey: true }), 'ctrlEnter'), 'send');
    assert.equal(readMessageKey(press('Enter', { metaKey: true }), 'ctrlEnter'), 'send');
  });

  it('leaves Shift+Enter and Ctrl+Shift+Enter to the text field', () => {
    assert.equal(readMessageKey(press('Enter', { shiftKey: true }), 'enter'), undefined);
    assert.equal(readMessageKey(press('Enter', { shiftKey: true, ctrlKey: true }), 'ctrlEnter'), undefined);
  });

  it('ignores a repeated Enter that would send, but leaves other repeated keys to the text field or the undo history', () => {
    const repeat = true;
    assert.equal(readMessageKey(press('Enter', { repeat }), 'enter'), 'ignore');
    assert.equal(readMessageKey(press('Enter', { repeat, ctrlKey: true }), 'ctrlEnter'), 'ignore');
    assert.equal(readMessageKey(press('Enter', { repeat, shiftKey: true }), 'enter'), undefined);
    assert.equal(readMessageKey(press('Enter', { repeat }), 'ctrlEnter'), undefined);
    assert.equal(readMessageKey(press('z', { repeat, ctrlKey: true }), 'enter'), 'undo');
  });

  it('leaves Enter to an input method that is composing', () => {
    assert.equal(readMessageKey(press('Enter', { isComposing: true }), 'enter'), undefined);
    assert.equal(readMessageKey(press('Enter', { keyCode: 229 }), 'enter'), undefined);
  });

  it('undoes with Ctrl+Z or Cmd+Z, redoes with Cmd+Shift+Z or Ctrl+Y, and ignores Z alone', () => {
    assert.equal(readMessageKey(press('z', { ctrlKey: true }), 'enter'), 'undo');
    assert.equal(readMessageKey(press('z', { metaKey: true }), 'enter'), 'undo');
    assert.equal(readMessageKey(press('Z', { metaKey: true, shiftKey: true }), 'enter'), 'redo');
    assert.equal(readMessageKey(press('y', { ctrlKey: true }), 'enter'), 'redo');
    assert.equal(readMessageKey(press('z'), 'enter'), undefined);
  });

  it('leaves Z, Y and Enter with Ctrl+Alt to the text field, because AltGr is reported as Ctrl+Alt', () => {
    for (const key of ['z', 'Z', 'y', 'Enter'])
      assert.equal(readMessageKey(press(key, { ctrlKey: true, altKey: true }), 'enter'), undefined, key);
  });

  it('does not redo with Cmd+Y or Ctrl+Shift+Y', () => {
    assert.equal(readMessageKey(press('y', { metaKey: true }), 'enter'), undefined);
    assert.equal(readMessageKey(press('Y', { ctrlKey: true, shiftKey: true }), 'enter'), undefined);
  });

  it('leaves A, Ctrl+A and Cmd+A to the text field', () => {
    for (const changes of [{}, { ctrlKey: true }, { metaKey: true }])
      assert.equal(readMessageKey(press('a', changes), 'enter'), undefined);
  });
});

function press(key: string, changes: Partial<KeyPress> = {}): KeyPress {
  const modifiers = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
  return {
    key,
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    keyCode: 0,
    isComposing: false,
    repeat: false,
    ...modifiers,
    ...changes,
  };
}
