import assert from 'node:assert/strict';
import { mock } from 'node:test';
import fc from 'fast-check';
import { ChatDraft } from '../../../../src/chat/draft/chatDraft.ts';
import type { DraftEvent } from '../../../../src/chat/draft/draftEvent.ts';
import { emptyDraft } from '../../../../src/chat/draft/draftStore.ts';
import type { DraftTextChange } from '../../../../src/common/protocol/draftProtocol.ts';
import {
  createDraftSync,
  restoredText,
  type DraftBases,
  type DraftSync,
} from '../../../../src/webview/composer/draftSync.ts';
import { hashOf } from '../../../../src/common/text/hashOf.ts';

/** A simulated message box that is connected to a draft. Messages in both directions wait until `deliver` is called. */
interface Box {
  text: string;
  readonly type: (typed: string) => void;
  readonly flush: () => void;
  /** Delivers the oldest message in one direction. */
  readonly deliver: (to: 'draft' | 'box') => void;
  readonly isQuiet: () => boolean;
}

describe('draftSync', () => {
  it('brings two boxes and the draft to the same text, which contains all typed and added text', () => {
    const action = fc.record({
      box: fc.integer({ min: 0, max: 1 }),
      kind: fc.constantFrom('type', 'add', 'flush', 'toDraft', 'toBox'),
    });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const { draft, boxes } = openBoxes(2);
        const pieces: string[] = [];
        for (const [index, { box: which, kind }] of actions.entries()) {
          const box = boxes[which]!;
          if (kind === 'type' || kind === 'add') pieces.push(`<${index}>`);
          if (kind === 'type') box.type(`<${index}>`);
          else if (kind === 'add') draft.addText(`<${index}>`);
          else if (kind === 'flush') box.flush();
          else box.deliver(kind === 'toDraft' ? 'draft' : 'box');
        }
        settle(boxes);
        for (const box of boxes) assert.equal(box.text, draft.text);
        for (const piece of pieces) assert.ok(draft.text.includes(piece), `${piece} in ${draft.text}`);
      }),
      { seed: 12, numRuns: 500 },
    );
  });

  it('removes a sent text from the box and keeps text typed after the sent text', () => {
    const { draft, boxes } = openBoxes(1);
    const [box] = boxes as [Box];
    box.type('first');
    settle(boxes);
    box.type(' second');
    draft.removeSent('first', []);
    settle(boxes);
    assert.deepEqual([box.text, draft.text], [' second', ' second']);
  });
});

describe('draftSync, over time', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  const createPosting = () => {
    const posted: string[] = [];
    const sync = createDraftSync(async ({ text }) => {
      posted.push(text);
      return Promise.resolve();
    });
    return { posted, sync };
  };
  const loadEmpty = (sync: DraftSync) => sync.load({ text: '', revision: 0, attachments: [] });

  it('posts the latest text 250 ms after the first unposted change', () => {
    const { posted, sync } = createPosting();
    loadEmpty(sync);
    for (const text of ['a', 'ab', 'abc', 'abcd']) {
      sync.change(text);
      mock.timers.tick(100);
    }
    assert.deepEqual(posted, ['abc']);
    mock.timers.tick(250);
    assert.deepEqual(posted, ['abc', 'abcd']);
  });

  it('posts a flushed text only once', () => {
    const { posted, sync } = createPosting();
    loadEmpty(sync);
    sync.change('a');
    sync.flush();
    mock.timers.tick(250);
    sync.flush();
    assert.deepEqual(posted, ['a']);
  });

  it('drops a scheduled text that is posted in another request, and posts the next text', () => {
    const { posted, sync } = createPosting();
    loadEmpty(sync);
    sync.change('sent');
    sync.replacePost('sent', Promise.resolve());
    mock.timers.tick(250);
    assert.deepEqual(posted, []);
    sync.change('next');
    mock.timers.tick(250);
    assert.deepEqual(posted, ['next']);
  });

  /** Creates a sync whose posts are answered by `answer`, in their order, and the stored copy of a text. */
  const createStoring = () => {
    let copied: DraftBases = {};
    const answers: (() => void)[] = [];
    const sync = createDraftSync(
      async () => new Promise<void>((resolve) => answers.push(resolve)),
      (bases) => (copied = bases),
    );
    const answer = async () => {
      answers.shift()?.();
      await new Promise(setImmediate);
    };
    return {
      sync,
      answer,
      restored: (draftText: string, draft: string) => restoredText(draftText, { draft, ...copied }, ['Yes']),
    };
  };

  it('restores text over each text that the extension may have until it answers the post of a newer text', async () => {
    const { sync, answer, restored } = createStoring();
    loadEmpty(sync);
    for (const text of ['a', 'ab']) {
      sync.change(text);
      mock.timers.tick(250);
    }
    mock.timers.tick(60_000);
    assert.deepEqual(
      ['', 'a', 'ab', 'x'].map((text) => restored(text, 'abc')),
      ['abc', 'abc', 'abc', 'x'],
    );
    await answer();
    assert.deepEqual(
      ['', 'a', 'ab'].map((text) => restored(text, 'abc')),
      ['', 'abc', 'abc'],
    );
    await answer();
    assert.deepEqual(
      ['', 'a', 'ab'].map((text) => restored(text, 'abc')),
      ['', 'a', 'abc'],
    );
    sync.apply('ab', { before: 'ab', after: '', revision: 1 });
    assert.deepEqual(
      ['', 'ab'].map((text) => restored(text, 'abc')),
      ['abc', 'ab'],
    );
  });

  it('restores text over a text that the extension has received in another request', async () => {
    const { sync, restored } = createStoring();
    loadEmpty(sync);
    sync.replacePost('refused', new Promise(() => undefined));
    assert.deepEqual(
      ['', 'refused'].map((text) => restored(text, 'refused, then')),
      ['refused, then', 'refused, then'],
    );
    sync.replacePost('refused', Promise.resolve());
    await new Promise(setImmediate);
    assert.deepEqual(
      ['', 'refused'].map((text) => restored(text, 'refused, then')),
      ['', 'refused, then'],
    );
  });

  it('does not restore a text that was sent, but restores the same text if it is typed again', () => {
    const { sync, restored } = createStoring();
    loadEmpty(sync);
    sync.replacePost('Yes', new Promise(() => undefined));
    assert.equal(restored('', 'Yes'), '');
    sync.apply('Yes', { before: 'Yes', after: '', revision: 1 });
    sync.change('Yes');
    sync.flush();
    assert.equal(restored('', 'Yes'), 'Yes');
  });

  it('posts nothing before the draft is loaded', () => {
    const { posted, sync } = createPosting();
    assert.equal(sync.isLoaded(), false);
    sync.change('early');
    sync.flush();
    assert.deepEqual(posted, []);
    loadEmpty(sync);
    assert.equal(sync.isLoaded(), true);
  });
});

describe('restoredText', () => {
  const copyOf = (draft: string, ...bases: readonly string[]) => ({ draft, draftBases: bases.map(hashOf) });

  it('returns the stored copy only if the copy contains most of the draft’s text and was not sent', () => {
    assert.equal(restoredText('half', copyOf('half a thought', 'half'), []), 'half a thought');
    assert.equal(restoredText('', copyOf('half', ''), ['whole']), 'half');
    assert.equal(restoredText('', { ...copyOf('sent', '', 'sent'), submitted: hashOf('sent') }, ['sent ']), '');
    assert.equal(restoredText('newer', copyOf('older', 'newer'), []), 'newer');
    assert.equal(restoredText('a wrd', copyOf('a word and more', 'a wrd'), []), 'a word and more');
    assert.equal(restoredText('only', undefined, []), 'only');
  });

  it('does not return a sent text to which only white space was added since it was submitted', () => {
    const posted: DraftBases[] = [];
    const sync = createDraftSync(
      async () => Promise.resolve(),
      (bases) => posted.push(bases),
    );
    sync.replacePost('hello', Promise.resolve());
    const submitted = posted.at(-1)?.submitted;
    assert.equal(restoredText('', { ...copyOf('hello ', '', 'hello'), submitted }, ['hello']), '');
  });

  it('returns a stored copy that was not submitted, even if the same text was sent before', () => {
    assert.equal(restoredText('', copyOf('Yes', ''), ['Yes']), 'Yes');
    assert.equal(restoredText('', copyOf('Yes', '', 'Yes'), ['Yes']), 'Yes');
    assert.equal(restoredText('', { ...copyOf('Yes', ''), submitted: hashOf('yes') }, ['Yes', 'yes']), 'Yes');
  });

  it('returns the draft’s text if the draft was changed or deleted since the copy was stored', () => {
    assert.equal(restoredText('', copyOf('half', 'half'), []), '');
    assert.equal(restoredText('ha', copyOf('half', 'hal', 'half'), []), 'ha');
    assert.equal(restoredText('', { draft: 'half' }, []), '');
  });
});

function openBoxes(count: number): { readonly draft: ChatDraft; readonly boxes: readonly Box[] } {
  const listeners: ((event: DraftEvent) => void)[] = [];
  const drafts = { load: async () => Promise.resolve(emptyDraft), save: async () => Promise.resolve() };
  const notify = (event: DraftEvent) => listeners.forEach((listener) => listener(event));
  const draft = new ChatDraft({ drafts, notify, origin: () => '', reportSaveError: () => undefined }, emptyDraft);
  const boxes = Array.from({ length: count }, () => openBox(draft, (listener) => listeners.push(listener)));
  return { draft, boxes };
}

/** Creates a box that is connected to a draft. As in `ChatPanel`, texts with an outdated revision are dropped. */
function openBox(draft: ChatDraft, listen: (listener: (event: DraftEvent) => void) => void): Box {
  const toDraft: { readonly text: string; readonly revision: number }[] = [];
  const toBox: DraftTextChange[] = [];
  let revision = 0;
  const sync = createDraftSync(async (message) => {
    toDraft.push(message);
    return Promise.resolve();
  });
  sync.load({ text: '', revision, attachments: [] });
  const box: Box = {
    text: '',
    type: (typed) => {
      box.text += typed;
      sync.change(box.text);
    },
    flush: sync.flush,
    deliver: (to) => {
      if (to === 'draft') {
        const posted = toDraft.shift();
        if (posted?.revision === revision) draft.setText(posted.text, box);
        return;
      }
      const change = toBox.shift();
      if (change !== undefined) box.text = sync.apply(box.text, change);
    },
    isQuiet: () => toDraft.length === 0 && toBox.length === 0,
  };
  listen((event) => {
    if (event.type !== 'draftChanged' || event.text === undefined || event.source === box) return;
    revision += 1;
    toBox.push({ ...event.text, revision });
  });
  return box;
}

/** Flushes all boxes and delivers messages until no message waits. Fails if messages still wait after 1,000 rounds. */
function settle(boxes: readonly Box[]): void {
  for (let round = 0; round < 1_000; round += 1) {
    for (const box of boxes) {
      box.flush();
      box.deliver('draft');
      box.deliver('box');
    }
    for (const box of boxes) box.flush();
    if (boxes.every((box) => box.isQuiet())) return;
  }
  assert.fail('The boxes never stop posting.');
}
