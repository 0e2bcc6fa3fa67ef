import assert from 'node:assert/strict';
import { createPanelNotices, type PanelNotice } from '../../../../src/vscode/notices/panelNotices.ts';

describe('PanelNotices', () => {
  const fail = (error: unknown) => assert.fail(String(error));
  const notice = (id: string, sentence: string, rest: Partial<PanelNotice> = {}): PanelNotice => ({
    id,
    sentence: () => sentence,
    isTrue: () => true,
    ...rest,
  });
  const open = () => {
    const notices = createPanelNotices(fail);
    notices.connect(() => true);
    let changes = 0;
    notices.onDidChange(() => (changes += 1));
    return { notices, changes: () => changes, sentences: () => notices.views().map(({ sentence }) => sentence) };
  };

  it('replace an earlier notice with the same id', () => {
    const { notices, sentences } = open();
    notices.tell(notice('key', 'Saved for a.'));
    notices.tell(notice('limit', 'Nearly spent.'));
    notices.tell(notice('key', 'Saved for b.'));
    assert.deepEqual(sentences(), ['Nearly spent.', 'Saved for b.']);
  });

  it('are removed by refresh as soon as they are no longer true, and fire only if something has changed', () => {
    const { notices, sentences, changes } = open();
    let isTrue = true;
    notices.tell(notice('limit', 'Nearly spent.', { isTrue: () => isTrue }));
    notices.refresh();
    assert.equal(changes(), 1);
    isTrue = false;
    notices.refresh();
    notices.refresh();
    assert.deepEqual([sentences(), changes()], [[], 2]);
  });

  it('are removed before their action runs, which runs once', async () => {
    const { notices, sentences } = open();
    const seen: unknown[] = [];
    notices.tell(notice('code', 'Needs code.', { action: { label: 'Add', run: () => seen.push(sentences()) } }));
    await Promise.all([notices.run('code'), notices.run('code')]);
    assert.deepEqual(seen, [[]]);
  });

  it('stay when their action has run, if this is requested', async () => {
    const { notices, sentences } = open();
    let runs = 0;
    notices.tell(
      notice('held', 'Not sent.', { action: { label: 'Change', run: () => (runs += 1) }, staysAfterAction: true }),
    );
    await notices.run('held');
    assert.deepEqual([sentences(), runs], [['Not sent.'], 1]);
  });

  it('are removed when a message is sent or another session is shown if they are temporary', () => {
    const { notices, sentences } = open();
    for (const event of [{ type: 'messagesAdded', messages: [] }, { type: 'sessionChanged' }] as const) {
      notices.tell(notice('key', 'Saved.', { isTemporary: true }));
      notices.tell(notice('limit', 'Nearly spent.'));
      notices.handleChatEvent(event);
      assert.deepEqual(sentences(), ['Nearly spent.']);
    }
  });

  it('are shown as notifications only while the panel is hidden', () => {
    const notices = createPanelNotices(fail);
    notices.tell(notice('limit', 'Nearly spent.', { isWarning: true }));
    assert.deepEqual(notices.views(), []);
  });

  it('can be dismissed', () => {
    const { notices, sentences } = open();
    notices.tell(notice('key', 'Saved.'));
    notices.dismiss('other');
    assert.deepEqual(sentences(), ['Saved.']);
    notices.dismiss('key');
    assert.deepEqual(sentences(), []);
  });
});
