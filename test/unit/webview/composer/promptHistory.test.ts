import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { createPromptHistory } from '../../../../src/webview/composer/promptHistory.ts';

describe('PromptHistory', () => {
  const createLoaded = () => {
    const history = createPromptHistory();
    history.setPrompts(['newest', 'older', 'oldest']);
    return history;
  };

  it('stops at the oldest prompt and at the unsent text', () => {
    const history = createLoaded();
    assert.deepEqual(['draft', 'newest', 'older', 'oldest'].map(history.older), [
      'newest',
      'older',
      'oldest',
      undefined,
    ]);
    assert.deepEqual(['oldest', 'older', 'newest', 'draft'].map(history.newer), [
      'older',
      'newest',
      'draft',
      undefined,
    ]);
  });

  it('keeps edits of prompts until `end` is called, and then restores the prompts', () => {
    const history = createLoaded();
    history.older('');
    history.older('newest, changed');
    assert.equal(history.newer('older'), 'newest, changed');
    history.end();
    assert.equal(history.older(''), 'newest');
  });

  it('ends the walk when the extension shows the unsent text again, and keeps the changes of all prompts', () => {
    const history = createLoaded();
    assert.equal(history.leave('draft'), false);
    history.older('draft');
    history.older('newest, changed');
    assert.equal(history.leave('oldest, changed'), true);
    assert.equal(history.unsentText, undefined);
    assert.equal(history.older('draft\n\nAdded'), 'newest, changed');
    assert.equal(history.older('newest, changed'), 'oldest, changed');
    assert.equal(history.unsentText, 'draft\n\nAdded');
  });

  it('exposes the unsent text only while a prompt is shown', () => {
    const history = createLoaded();
    assert.equal(history.unsentText, undefined);
    history.older('draft');
    assert.equal(history.unsentText, 'draft');
    history.newer('newest');
    assert.equal(history.unsentText, undefined);
  });

  it('continues at the newest prompt after `resume`, even if no prompts are set', () => {
    const history = createPromptHistory();
    history.resume('draft');
    assert.equal(history.unsentText, 'draft');
    assert.equal(history.isStale, true);
    assert.equal(history.newer('newest'), 'draft');
  });

  it('drops earlier edits of prompts on `resume`', () => {
    const history = createLoaded();
    history.older('');
    history.older('newest');
    history.newer('older, changed');
    history.resume('draft');
    assert.equal(history.older('newest'), 'older');
  });

  it('is not stale after `expire` while a prompt older than the newest is shown, but is stale after `end`', () => {
    const history = createLoaded();
    history.older('');
    history.older('newest');
    history.expire();
    assert.equal(history.isStale, false);
    history.end();
    assert.equal(history.isStale, true);
  });

  it('can return to the unchanged unsent text after any sequence of steps', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.constantFrom('older', 'newer')), (draft, steps) => {
        const history = createLoaded();
        let text = draft;
        for (const step of steps) text = history[step](text) ?? text;
        while (history.unsentText !== undefined) text = history.newer(text) ?? text;
        assert.equal(text, draft);
      }),
      { seed: 12 },
    );
  });
});
