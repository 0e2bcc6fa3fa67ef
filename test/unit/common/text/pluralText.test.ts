import assert from 'node:assert/strict';
import { pluralText } from '../../../../src/common/text/pluralText.ts';

const texts = { one: 'one', few: 'few', many: 'many', other: 'other' };

describe('pluralText', () => {
  const textsFor = (locale: string) => [0, 1, 2, 5, 21].map((count) => pluralText(count, locale, texts));

  it('selects the text by the plural rules of the language', () => {
    assert.deepEqual(textsFor('en'), ['other', 'one', 'other', 'other', 'other']);
    assert.deepEqual(textsFor('ru'), ['many', 'one', 'few', 'many', 'one']);
    assert.deepEqual(textsFor('ja'), ['other', 'other', 'other', 'other', 'other']);
  });

  it('selects the text for `other` if the language has a category without a text', () => {
    assert.equal(pluralText(2, 'ar', texts), 'other');
  });
});
