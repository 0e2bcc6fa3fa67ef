import { strict as assert } from 'node:assert';
import { addNewer, mergeAttachments, type Attachment } from '../../../../src/chat/messages/attachment.ts';

const lines = (id: string, code: string, endLine = 2): Attachment => ({
  id,
  path: 'total.ts',
  startLine: 1,
  endLine,
  languageId: 'typescript',
  code,
  uri: 'file:///total.ts',
});
const whole = (id: string, code: string, endLine = 2): Attachment => ({
  ...lines(id, code, endLine),
  isWholeFile: true,
});

describe('addNewer', () => {
  it('replaces the older copy of a whole file, which may have had fewer lines, in its place', () => {
    const other = { ...whole('b', 'let b;'), uri: 'file:///b.ts' };
    assert.deepEqual(addNewer([whole('a', 'old'), other], [whole('again', 'new', 9)]), [whole('a', 'new', 9), other]);
  });

  it('replaces the older copy of the same lines, but not of other lines, and not a whole file by a part', () => {
    assert.deepEqual(addNewer([lines('a', 'old')], [lines('again', 'new')]), [lines('a', 'new')]);
    const [part, same] = [lines('part', 'part', 1), lines('same', 'new')];
    assert.deepEqual(addNewer([whole('a', 'all'), part], [same]), [whole('a', 'all'), part, same]);
  });

  it('keeps two parts of one line that are added again', () => {
    const parts = [lines('a', 'one', 1), lines('b', 'two', 1)];
    assert.equal(addNewer(parts, parts), parts);
  });

  it('keeps a pasted text whose file is not known', () => {
    const { uri: _, ...pasted } = lines('a', 'one');
    assert.deepEqual(addNewer([pasted], [{ ...pasted, id: 'b', code: 'two' }]).length, 2);
  });

  it('does not replace an attachment that is being sent', () => {
    const newer = whole('again', 'new');
    assert.deepEqual(addNewer([whole('a', 'old')], [newer], new Set(['a'])), [whole('a', 'old'), newer]);
  });

  it('switches the newer copy on', () => {
    assert.deepEqual(addNewer([{ ...whole('a', 'old'), isOff: true }], [whole('again', 'new')]), [whole('a', 'new')]);
  });
});

describe('mergeAttachments', () => {
  it('keeps the present text of a whole file, which may be newer than the text of a queued message', () => {
    const current = [whole('a', 'new')];
    assert.equal(mergeAttachments(current, [whole('queued', 'old')]), current);
  });
});
