import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { createPromptHistory } from '../../../../src/webview/composer/promptHistory.ts';

describe('the history of prompts', () => {
  const begin = () => {
    const history = createPromptHistory();
    history.setPrompts(['newest', 'older', 'oldest']);
    return history;
  };

  it('ends at the oldest prompt and at what was being written', () => {
    const history = begin();
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

  it('has the prompts as they were sent in the next walk, whatever was changed in this one', () => {
    const history = begin();
    history.older('');
    history.older('newest, changed');
    assert.equal(history.newer('older'), 'newest, changed');
    history.end();
    assert.equal(history.older(''), 'newest');
  });

  it('says what was put aside, while it walks', () => {
    const history = begin();
    assert.equal(history.aside, undefined);
    history.older('draft');
    assert.equal(history.aside, 'draft');
    history.newer('newest');
    assert.equal(history.aside, undefined);
  });

  it('goes on with a walk of which only that is known', () => {
    const history = createPromptHistory();
    history.resume('draft');
    assert.equal(history.aside, 'draft');
    assert.equal(history.isStale, true);
    assert.equal(history.newer('newest'), 'draft');
  });

  it('keeps the prompts of a walk until it is over, though there are others now', () => {
    const history = begin();
    history.older('');
    history.older('newest');
    history.expire();
    assert.equal(history.isStale, false);
    history.end();
    assert.equal(history.isStale, true);
  });

  it('never loses what was being written, wherever a walk goes', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.constantFrom('older', 'newer')), (draft, steps) => {
        const history = begin();
        let text = draft;
        for (const step of steps) text = history[step](text) ?? text;
        while (history.aside !== undefined) text = history.newer(text) ?? text;
        assert.equal(text, draft);
      }),
    );
  });
});
