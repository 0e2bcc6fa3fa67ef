import assert from 'node:assert/strict';
import { createQuestionFocus } from '../../../../src/vscode/dialogs/questionFocus.ts';

describe('createQuestionFocus', () => {
  const focuser = () => {
    const focused: string[] = [];
    return {
      focused,
      focus: (place: string) => async () => {
        focused.push(place);
        return Promise.resolve();
      },
    };
  };

  it('focuses the panel of the action that led to the question, even after the action has ended', async () => {
    const { focused, focus } = focuser();
    const { during, restore } = createQuestionFocus(() => assert.fail());
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
    const questions = ['first', 'second'].map((panel) => during(focus(panel), () => ({ ask: answered.then(restore) })));
    assert.deepEqual(focused, []);
    answer(undefined);
    for (const { ask } of questions) await ask;
    assert.deepEqual(focused, ['first', 'second']);
  });

  it('focuses no panel after a question from elsewhere, even while an action of a panel runs', async () => {
    const { focused, focus } = focuser();
    const { during, restore } = createQuestionFocus(() => assert.fail());
    const { promise: reply, resolve: end } = Promise.withResolvers<undefined>();
    const action = during(focus('panel'), async () => reply);
    await restore();
    end(undefined);
    await action;
    assert.deepEqual(focused, []);
  });

  it('reports a failure to focus, and lets the asker continue', async () => {
    const errors: unknown[] = [];
    const { during, restore } = createQuestionFocus((error) => errors.push(error));
    await during(async () => Promise.reject(new Error('The panel is gone.')), restore);
    assert.equal(String(errors), 'Error: The panel is gone.');
  });
});
