import assert from 'node:assert/strict';
import { customizedRules } from '../../../../src/vscode/tokenColors/customizedRules.ts';

describe('customizedRules', () => {
  it('returns the rules of token groups first, then TextMate rules, then the rules for the theme', () => {
    const setting = {
      '[Abyss]': { textMateRules: [{ scope: 'string', settings: { foreground: '#333333' } }] },
      textMateRules: [{ scope: 'keyword', settings: { foreground: '#222222' } }],
      comments: '#111111',
      strings: '#555555',
      keywords: '#666666',
      numbers: '#444444',
      types: '#777777',
      functions: { fontStyle: 'bold' },
      variables: '#888888',
    };
    assert.deepEqual(customizedRules(setting, 'Abyss'), [
      { scope: ['comment', 'punctuation.definition.comment'], foreground: '#111111' },
      { scope: ['string', 'meta.embedded.assembly'], foreground: '#555555' },
      {
        scope: ['keyword - keyword.operator', 'keyword.control', 'storage', 'storage.type'],
        foreground: '#666666',
      },
      { scope: ['constant.numeric'], foreground: '#444444' },
      { scope: ['entity.name.type', 'entity.name.class', 'support.type', 'support.class'], foreground: '#777777' },
      { scope: ['entity.name.function', 'support.function'], fontStyle: 'bold' },
      { scope: ['variable', 'entity.name.variable'], foreground: '#888888' },
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
        '[*Quiet*]',
        '[Abyss][*Two]',
        '[*(*)*]',
        '[Quiet (Light) Two*]',
        '[Quiet]',
        '[*Dark*]',
        '[*Two*Light*]',
        '[*Light*Light*]',
        '[Quiet (Light) T*Two]',
        '[Q.iet*]',
        'Quiet*',
      ].filter(isUsed),
      ['[Quiet (Light) Two]', '[Quiet*]', '[*Light*]', '[*Quiet*]', '[Abyss][*Two]', '[*(*)*]', '[Quiet (Light) Two*]'],
    );
  });

  it('matches a theme whose name is one letter', () => {
    assert.equal(customizedRules({ '[A]': { numbers: '#123456' } }, 'A').length, 1);
  });

  // Simple code would take more than a minute: the first two patterns are slow as regular expressions, and the last key
  // is slow to split. The test would then exceed Mocha's time limit in package.json.
  it('returns quickly even if a hostile workspace contains keys that are slow to match', () => {
    const keys = [`[${'*'.repeat(40)}!]`, `[${'*a'.repeat(40)}!]`, '['.repeat(1_000_000)];
    const setting = Object.fromEntries(keys.map((key) => [key, { numbers: '#123456' }]));
    assert.deepEqual(customizedRules(setting, 'a'.repeat(60)), []);
  });

  it('ignores keys with several brackets before the name of the theme', () => {
    assert.deepEqual(customizedRules({ '[]x]': { numbers: '#123456' }, '[[A]': { numbers: '#123456' } }, 'x'), []);
  });

  it('omits very long scopes, and rules after 2,000 scopes', () => {
    const settings = { foreground: '#123456' };
    const rules = (count: number, scope: unknown) =>
      customizedRules({ textMateRules: Array.from({ length: count }, () => ({ scope, settings })) }, 'A');
    assert.equal(rules(3_000, 'a string').length, 2_000);
    assert.equal(rules(3_000, ['a string', 'b string']).length, 1_000);
    assert.deepEqual(rules(1, ['a'.repeat(500), `b${'.b'.repeat(250)}`]), [{ scope: ['a'.repeat(500)], ...settings }]);
    assert.deepEqual(rules(1, `b${'.b'.repeat(20_000)}`), []);
  });

  it('ignores a setting with more than 200 keys', () => {
    const setting = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`[*]${index}`, { numbers: '#123456' }]));
    assert.equal(customizedRules(setting(200), 'A').length, 200);
    assert.deepEqual(customizedRules(setting(201), 'A'), []);
  });

  // VS Code returns settings as proxies, from which reading a value is slow.
  it('reads at most 2,000 entries of all lists, and at most 2,001 scopes of a rule', () => {
    let reads = 0;
    const counted = <Value extends object>(value: Value): Value =>
      new Proxy(value, {
        get: (target, name, receiver): unknown => {
          if (/^\d+$/.test(String(name))) reads += 1;
          return Reflect.get(target, name, receiver);
        },
      });
    const list = { textMateRules: counted(Array.from({ length: 50_000 }, () => ({}))) };
    assert.deepEqual(customizedRules({ ...list, '[A]': list, '[A*]': list }, 'A'), []);
    assert.ok(reads <= 2_001, `${reads} entries`);
    reads = 0;
    const scope = counted(Array.from({ length: 50_000 }, () => 'a'));
    assert.deepEqual(customizedRules({ textMateRules: [{ scope, settings: { foreground: '#123456' } }] }, 'A'), []);
    assert.ok(reads <= 2_001, `${reads} scopes`);
  });

  it('does not read the scopes of rules without valid settings', () => {
    let reads = 0;
    const rule = {
      get scope() {
        reads += 1;
        return 'a';
      },
      settings: { foreground: 'red' },
    };
    assert.deepEqual(customizedRules({ textMateRules: [rule, { ...rule, settings: {} }] }, 'A'), []);
    // The spread above has read one scope.
    assert.equal(reads, 1);
  });

  it('keeps each font style of a rule once', () => {
    const settings = { fontStyle: 'bold italic '.repeat(8) };
    assert.deepEqual(customizedRules({ textMateRules: [{ scope: 'a', settings }] }, 'A'), [
      { scope: ['a'], fontStyle: 'bold italic' },
    ]);
  });

  it('ignores font styles of more than 100 characters', () => {
    const settings = (length: number) => ({ foreground: '#123456', fontStyle: 'bold'.padEnd(length) });
    const rule = (length: number) =>
      customizedRules({ textMateRules: [{ scope: 'a', settings: settings(length) }] }, 'A');
    assert.deepEqual(rule(100), [{ scope: ['a'], foreground: '#123456', fontStyle: 'bold' }]);
    assert.deepEqual(rule(101), [{ scope: ['a'], foreground: '#123456' }]);
  });

  it('ignores keys of more than 500 characters', () => {
    const rules = (length: number) => customizedRules({ ['[A]'.padEnd(length)]: { numbers: '#123456' } }, 'A');
    assert.equal(rules(500).length, 1);
    assert.deepEqual(rules(501), []);
  });

  it('returns no rules for invalid settings', () => {
    for (const setting of [undefined, null, [], 'x', { comments: 1, textMateRules: {}, '[A]': [] }, { '[A]': null }])
      assert.deepEqual(customizedRules(setting, 'A'), []);
  });
});
