import { strict as assert } from 'node:assert';
import { describeOutcome } from '../../../../src/vscode/data/describeImport.ts';

describe('describeOutcome', () => {
  const sessions = { added: 2, extended: 0, replaced: 0, unchanged: 0, different: 0, open: 0 };
  const outcome = { sessions, skipped: 0, drafts: 0, shownDrafts: 0, edits: 0, requests: 3, unreadable: 0 };

  it('says how many drafts were imported, and when they are shown', () => {
    const counts = 'Imported sessions: 2. Imported requests: 3.';
    assert.equal(describeOutcome(outcome, new Set()), counts);
    const shown = 'They were added to the message box.';
    const later = 'They are added to the message box when you open their folder or reload its window.';
    for (const [drafts, shownDrafts, sentences] of [
      [2, 2, `Imported drafts: 2. ${shown}`],
      [2, 0, `Imported drafts that aren’t shown yet: 2. ${later}`],
      [3, 1, `Imported drafts: 1. ${shown} Imported drafts that aren’t shown yet: 2. ${later}`],
    ] as const)
      assert.equal(describeOutcome({ ...outcome, drafts, shownDrafts }, new Set()), `${counts} ${sentences}`);
  });

  it('says where the unsent edits are shown, because they do not go to the message box', () => {
    const sentences = 'Imported unsent edits: 2. Each is shown at its message when you open the session.';
    assert.match(describeOutcome({ ...outcome, edits: 2 }, new Set()), new RegExp(`3\\. ${sentences}$`));
  });
});
