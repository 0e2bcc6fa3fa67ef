import assert from 'node:assert/strict';
import { customizedRules } from '../../../../src/vscode/tokenColors/customizedRules.ts';

describe('customizedRules', () => {
  it('returns the rules of token groups first, then TextMate rules, then the rules for the theme', () => {
    const setting = {
      '[Abyss]': { textMateRules: [{ scope: 'string', settings: { foreground: '#333333' } }] },
      textMateRules: [{ scope: 'keyword', settings: { foreground: '#222222' } }],
      comments: '#111111',
      numbers: '#444444',
      functions: { fontStyle: 'bold' },
    };
    assert.deepEqual(customizedRules(setting, 'Abyss'), [
      { scope: ['comment', 'punctuation.definition.comment'], foreground: '#111111' },
      { scope: ['constant.numeric'], foreground: '#444444' },
      { scope: ['entity.name.function', 'support.function'], fontStyle: 'bold' },
      { scope: ['keyword'], foreground: '#222222' },
      { scope: ['string'], foreground: '#333333' },
    ]);
  });

  it('matches themes by their whole name, or by a pattern with stars', () => {
    const isUsed = (key: string) => customizedRules({ [key]: { numbers: '#123456' } }, 'Quiet (Light) Two').length > 0;
    assert.deepEqual(
      [
        '[Quiet (Light) Two]',
        '[Quiet*]',
        '[*Light*]',
        '[Abyss][*Two]',
        '[Quiet]',
        '[*Dark*]',
        '[Q.iet*]',
        'Quiet*',
      ].filter(isUsed),
      ['[Quiet (Light) Two]', '[Quiet*]', '[*Light*]', '[Abyss][*Two]'],
    );
  });

  it('returns no rules for invalid settings', () => {
    for (const setting of [undefined, null, [], 'x', { comments: 1, textMateRules: {}, '[A]': [] }, { '[A]': null }])
      assert.deepEqual(customizedRules(setting, 'A'), []);
  });
});
