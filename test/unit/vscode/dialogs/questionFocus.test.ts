import assert from 'node:assert/strict';
import { mock } from 'node:test';
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

describe('untilIdle', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  /** Starts to wait for a pause. `isIdle` resolves with true if the wait has ended. */
  const start = () => {
    const { noteTyping, untilIdle } = createQuestionFocus(() => assert.fail());
    let hasEnded = false;
    const wait = () => void untilIdle().then(() => (hasEnded = true));
    const isIdle = async () => {
      await new Promise(setImmediate);
      return hasEnded;
    };
    return { noteTyping, wait, isIdle };
  };

  it('does not wait if the user is not typing', async () => {
    const { wait, isIdle } = start();
    wait();
    assert.equal(await isIdle(), true);
  });

  it('waits until the user has not typed for a moment', async () => {
    const { noteTyping, wait, isIdle } = start();
    noteTyping();
    wait();
    mock.timers.tick(600);
    noteTyping();
    mock.timers.tick(600);
    assert.equal(await isIdle(), false);
    mock.timers.tick(100);
    assert.equal(await isIdle(), true);
  });

  it('waits at most 10 seconds', async () => {
    const { noteTyping, wait, isIdle } = start();
    noteTyping();
    wait();
    for (let waited = 0; waited < 9_500; waited += 500) {
      mock.timers.tick(500);
      noteTyping();
    }
    assert.equal(await isIdle(), false);
    mock.timers.tick(500);
    assert.equal(await isIdle(), true);
  });
});
