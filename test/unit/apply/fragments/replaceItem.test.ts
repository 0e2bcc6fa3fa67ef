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

  it('is unclear if a class lacks overloads of a method that it shows once', () => {
    const method = (type: string) => `  void f(${type} a) {\n    log(a);\n    run(a);\n  }\n`;
    const methods = ['int', 'long', 'String'].map(method);
    const file = (body: string) => `import a;\n\nclass A {\n${body}}\n\nclass B {\n  int b = 1;\n}\n`;
    const code = `class A {\n${method('int').replace('run(a)', 'run(a + 1)')}}`;
    assert.equal(applied('A.java', file(methods.join('\n')), code), 'incomplete');
  });
});
