import { strict as assert } from 'node:assert';
import { createSessionHeading, type SessionHeadingDependencies } from '../../../../src/vscode/panel/sessionHeading.ts';
import { noCost } from '../../../../src/meter/cost.ts';

describe('createSessionHeading', () => {
  it('shows the title with visible marks for hidden characters, and no title for an empty session', () => {
    const titleOf = (title: string, messages: readonly unknown[]) => {
      const heading = createSessionHeading({
        chat: { session: { id: 's', title, messages } },
        onDidChangeChat: () => ({ dispose: () => undefined }),
        ledger: { total: () => noCost, pendingRequest: () => undefined },
        onDidChangeSpend: () => ({ dispose: () => undefined }),
      } as unknown as SessionHeadingDependencies);
      return heading.view().title;
    };
    assert.equal(titleOf('Pay \u202elive', [{}]), 'Pay \ufffdlive');
    assert.equal(titleOf('', [{}]), 'Untitled');
    assert.equal(titleOf('', []), '');
  });
});
