import { strict as assert } from 'node:assert';
import { describeOutcome } from '../../../../src/vscode/data/describeImport.ts';

describe('describeOutcome', () => {
  const sessions = { added: 2, extended: 0, replaced: 0, unchanged: 0, different: 0, open: 0 };
  const outcome = { sessions, skipped: 0, drafts: 0, requests: 3, unreadable: 0 };

  it('says how many drafts were imported, and when they are shown', () => {
    const counts = 'Imported sessions: 2. Imported requests: 3.';
    assert.equal(describeOutcome(outcome, new Set()), counts);
    assert.equal(
      describeOutcome({ ...outcome, drafts: 1 }, new Set()),
      `${counts} Imported drafts: 1. They are added to the message box when you open their folder or reload its window.`,
    );
  });
});
