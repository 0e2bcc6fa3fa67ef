import assert from 'node:assert/strict';
import { readThemeRules } from '../../../../src/vscode/tokenColors/readThemeRules.ts';

describe('readThemeRules', () => {
  it('returns the rules of included files first', async () => {
    const files = {
      'themes/dark.json':
        '{ "include": "./base/plus.json", "tokenColors": [{ "scope": "string", "settings": { "foreground": "#ce9178" } }] }',
      'themes/base/plus.json':
        '{ "include": "../../vs.json", "tokenColors": [{ "scope": ["keyword", "storage"], "settings": { "foreground": "#569cd6" } }] }',
      'vs.json': '{ "tokenColors": [{ "scope": "comment", "settings": { "fontStyle": "italic" } }] }',
    };
    assert.deepEqual(await read('./themes/dark.json', files), [
      { scope: ['comment'], fontStyle: 'italic' },
      { scope: ['keyword', 'storage'], foreground: '#569cd6' },
      { scope: ['string'], foreground: '#ce9178' },
    ]);
  });

  it('reads JSON with comments, trailing commas and a byte order mark', async () => {
    const text =
      '\uFEFF{ // "x"\n"tokenColors": [ /* , ] */ { "name": "a // b,]", "scope": "a.b, c d, ,", "settings": { "foreground": "#FFF", }, }, \n/* end */ ],\n}';
    assert.deepEqual(await read('a.json', { 'a.json': text }), [{ scope: ['a.b', 'c d'], foreground: '#FFF' }]);
  });

  it('reads the rules of a JSON theme from `settings` and then from `tokenColors`', async () => {
    const [settings, tokenColors] = ['a', 'b'].map((scope) => [{ scope, settings: { foreground: '#fff' } }]);
    assert.deepEqual(await read('a.json', { 'a.json': JSON.stringify({ tokenColors, settings }) }), [
      { scope: ['a'], foreground: '#fff' },
      { scope: ['b'], foreground: '#fff' },
    ]);
  });

  it('reads TextMate property lists, also those that a JSON theme refers to', async () => {
    const plist = `<?xml version="1.0"?><!DOCTYPE plist><plist version="1.0"><dict>
      <!-- <key>settings</key> --><key>name</key><string>A &amp; B</string><key>flag</key><true/><key>none</key><array/><key>day</key><date>not a day</date><key>size</key><real>1.5</real><key>data</key><data>AA==</data>
      <key>settings</key><array>
        <dict><key>settings</key><dict><key>background</key><string>#000000</string></dict></dict>
        <dict><key>scope</key><string>comment, string</string><key>settings</key><dict><key>foreground</key><string>#75715E</string><key>fontStyle</key><string></string></dict></dict>
      </array></dict></plist>`;
    const rules = [{ scope: ['comment', 'string'], foreground: '#75715E', fontStyle: '' }];
    assert.deepEqual(await read('themes/old.tmTheme', { 'themes/old.tmTheme': plist }), rules);
    assert.deepEqual(
      await read('themes/new.json', {
        'themes/new.json': '{ "tokenColors": "./old.tmTheme" }',
        'themes/old.tmTheme': plist,
      }),
      rules,
    );
  });

  it('finds no rules in a property list without a dictionary', async () => {
    for (const content of ['', '<array/>', '<string>settings</string>']) {
      const files = { 'a.tmTheme': `<plist version="1.0">${content}</plist>` };
      assert.deepEqual(await read('a.tmTheme', files), [], content);
    }
  });

  it('keeps only valid colours, font styles and scopes', async () => {
    const tokenColors = [
      null,
      { scope: 'a' },
      { settings: { foreground: '#ffffff' } },
      { scope: '', settings: { foreground: '#ffffff' } },
      {
        scope: [1, 'b', ''],
        settings: { foreground: '#12345678', fontStyle: 'bold url(x) underline', background: '#000' },
      },
      { scope: 'c', settings: { foreground: 'red; background: url(https://example.com)' } },
      { scope: { length: 1 }, settings: { foreground: '#fff' } },
    ];
    assert.deepEqual(await read('a.json', { 'a.json': JSON.stringify({ tokenColors }) }), [
      { scope: ['b'], foreground: '#12345678', fontStyle: 'bold underline' },
    ]);
  });

  it('decodes XML entities, and does not pollute prototypes', async () => {
    const plist = `<plist><dict><key>__proto__</key><dict><key>settings</key><string>x</string></dict><key>settings</key><array><dict>
      <key>scope</key><string>a &#62; b &#x26; &amp;lt;</string><key>settings</key><dict><key>foreground</key><string>#fff</string></dict>
    </dict></array></dict></plist>`;
    assert.deepEqual(await read('a.tmTheme', { 'a.tmTheme': plist }), [
      { scope: ['a > b & &lt;'], foreground: '#fff' },
    ]);
    const json =
      '{ "__proto__": { "polluted": 1 }, "tokenColors": [{ "scope": "a", "settings": { "foreground": "#fff" } }] }';
    assert.deepEqual(await read('a.json', { 'a.json': json }), [{ scope: ['a'], foreground: '#fff' }]);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });

  it('rejects huge files, invalid files and deeply nested JSON, and finds no rules in a deeply nested property list', async () => {
    const files = {
      'huge.json': `{}${' '.repeat(2_000_000)}`,
      'huge.tmTheme': `<plist>${'<array>'.repeat(300_000)}`,
      'deep.json': '['.repeat(1_000_000),
      'many.json': '{"a":'.repeat(300_000),
      'entity.tmTheme': '<plist><string>&#99999999;</string></plist>',
      'text.tmTheme': 'no property list',
    };
    for (const file of Object.keys(files)) await assert.rejects(read(file, files), Error, file);
    assert.deepEqual(await read('deep.tmTheme', { 'deep.tmTheme': `<plist>${'<array>'.repeat(200_000)}` }), []);
  });

  it('rejects cycles, paths outside the extension, missing files and files that are not themes', async () => {
    const files = {
      'a.json': '{ "include": "a.json" }',
      'b.json': '{ "include": "../../secret.json" }',
      '../../secret.json': '{}',
      'c.json': '[]',
      'd.json': '{',
    };
    for (const file of ['a.json', 'b.json', 'c.json', 'd.json', 'missing.json'])
      await assert.rejects(read(file, files), Error, file);
  });
});

async function read(file: string, files: Readonly<Record<string, string>>) {
  return readThemeRules(file, async (name) => {
    const text = files[name];
    if (text === undefined) throw new Error(`${name} is missing`);
    return Promise.resolve(text);
  });
}
