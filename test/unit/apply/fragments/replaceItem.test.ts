import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('replaceItem', () => {
  it('adds and removes commas before a comment at the end of the line', () => {
    const file = 'const a = {\n  x: 1,\n  y: 2,\n};\n';
    assert.equal(applied('a.ts', file, 'x: 3 // note'), file.replace('x: 1,', 'x: 3, // note'));
    assert.equal(applied('a.ts', file, 'x: "a//b"'), file.replace('x: 1,', 'x: "a//b",'));
    assert.equal(applied('a.ts', file, 'x: 3 /* note */'), file.replace('x: 1,', 'x: 3, /* note */'));
    const json = '{\n  "x": 1,\n  "y": 2\n}\n';
    assert.equal(applied('a.jsonc', json, '"y": 3, // note'), json.replace('"y": 2', '"y": 3 // note'));
    assert.equal(applied('a.jsonc', json, '"x": 3 // a, b,'), json.replace('"x": 1,', '"x": 3, // a, b,'));
  });
});
