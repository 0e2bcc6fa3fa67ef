import { strict as assert } from 'node:assert';
import { planFile } from '../../../src/apply/planFile.ts';
import { planPlace, usablePlaces } from '../../../src/apply/planPlace.ts';

describe('planPlace', () => {
  const text = 'class A {\n  total() {\n    return 1;\n  }\n}\nclass B {\n  total() {\n    return 1;\n  }\n}\n';
  const plan = (code: string, startLine: number, endLine: number) =>
    planPlace({ code, info: 'ts', before: '' }, { path: 'a.ts', text }, { startLine, endLine });

  it('replaces the chosen one of two equal methods, and indents the code like it', () => {
    const after = text.replace(/1(?=[^1]*$)/, '2');
    for (const code of ['total() {\n  return 2;\n}', '  total() {\n    return 2;\n  }'])
      assert.deepEqual(plan(code, 6, 9), { kind: 'change', after });
  });

  it('replaces a declaration by a part of it, if the user has chosen it', () => {
    const whole = { code: 'class A {\n  sum() {\n    return 2;\n  }\n}', info: 'ts', before: '' };
    const file = { path: 'a.ts', text };
    const plan = planFile([whole], file);
    assert.ok(plan.kind === 'unclear' && plan.reason.kind === 'incomplete');
    assert.deepEqual(plan.places, [{ startLine: 0, endLine: 5 }]);
    const after = text.replace('total() {\n    return 1', 'sum() {\n    return 2');
    assert.deepEqual(planPlace(whole, file, { startLine: 0, endLine: 5 }), { kind: 'change', after });
  });

  it('replaces only the method that a part of a class shows, if the user has chosen the method', () => {
    const python = 'class A:\n    def __init__(self):\n        self.a = 1\n\n    def f(self):\n        pass\n';
    const code = 'class A:\n    def __init__(self):\n        self.a = 1\n        self.b = 2';
    const script = 'export class A {\n  one() {\n    return 1;\n  }\n\n  two() {\n    return 2;\n  }\n}\n';
    const cases = [
      { path: 'a.py', text: python, code, after: python.replace('self.a = 1\n', 'self.a = 1\n        self.b = 2\n') },
      {
        path: 'a.ts',
        text: script,
        code: 'class A {\n  two() {\n    return 3;\n  }\n}',
        after: script.replace('return 2', 'return 3'),
      },
    ];
    for (const { path, text: old, code: own, after } of cases) {
      const block = { code: own, info: '', before: '' };
      const file = { path, text: old };
      const unclear = planFile([block], file);
      assert.ok(unclear.kind === 'unclear' && unclear.reason.kind === 'incomplete');
      const [place, whole] = unclear.places;
      assert.ok(place !== undefined && whole !== undefined);
      assert.deepEqual(whole.startLine, 0);
      assert.deepEqual(planPlace(block, file, place), { kind: 'change', after });
    }
  });

  it('does not replace a method with several ones', () => {
    const block = {
      code: 'class A {\n  total() {\n    return 2;\n  }\n\n  sum() {\n    return 2;\n  }\n}',
      info: 'ts',
      before: '',
    };
    const place = planPlace(block, { path: 'a.ts', text }, { startLine: 1, endLine: 4 });
    assert.equal(place.kind, 'unclear');
  });

  it('says that the place has the code already', () => {
    assert.deepEqual(plan('total() {\n  return 1;\n}', 1, 4), { kind: 'unchanged' });
  });

  it('says why the code does not fit the place', () => {
    assert.deepEqual(plan('other();', 1, 4), { kind: 'unclear', reason: { kind: 'notFound' }, places: [] });
  });
});

describe('usablePlaces', () => {
  it('are none for a block that shows both neighbours of new code, which are apart in the file', () => {
    const file = { path: 'a.go', text: 'package a\n\nimport "fmt"\n\nconst x = 1\n\nfunc f() int {\n\treturn x\n}\n' };
    const code = 'import "fmt"\n\nconst (\n\tx = 1\n\ty = 2\n)\n\nfunc f() int {\n\treturn y\n}';
    const plan = planFile([{ code, info: '', before: '' }], file);
    assert.deepEqual(plan, { kind: 'unclear', reason: { kind: 'noNeighbours' }, places: [] });
  });

  it('leaves out places that the code would not change', () => {
    const text = 'a {\n  color: red;\n}\n\nb {\n  color: red;\n}\n\na {\n  color: blue;\n}\n';
    const block = { code: 'a {\n  color: blue;\n}', info: 'css', before: '' };
    const places = [0, 4, 8].map((startLine) => ({ startLine, endLine: startLine + 3 }));
    assert.deepEqual(usablePlaces(block, { path: 'a.css', text }, places), [
      { startLine: 0, endLine: 3, added: 1, removed: 1 },
    ]);
  });

  it('leaves out places at which the file would have another declaration of the block twice', () => {
    const text = '.a {\n  gap: 1px;\n}\n\n.b {\n  height: auto;\n}\n';
    const block = { code: '.a {\n  gap: 2px;\n}\n\n.b {\n  aspect-ratio: 1;\n}', info: 'css', before: '' };
    const places = [
      { startLine: 4, endLine: 7 },
      { startLine: 0, endLine: 7 },
    ];
    assert.deepEqual(
      usablePlaces(block, { path: 'a.css', text }, places).map(({ startLine }) => startLine),
      [0],
    );
  });

  it('counts the lines that a part of a declaration would remove', () => {
    const text = 'class A {\n  one() {\n    return 1;\n  }\n\n  two() {\n    return 2;\n  }\n}\n';
    const block = { code: 'class A {\n  sum() {\n    return 3;\n  }\n}', info: 'ts', before: '' };
    const [place] = usablePlaces(block, { path: 'a.ts', text }, [{ startLine: 0, endLine: 9 }]);
    assert.deepEqual(place, { startLine: 0, endLine: 9, added: 2, removed: 6 });
  });

  it('offers only the first of many long places', () => {
    const place = (value: number) => `a() {\n  return '${'x'.repeat(200_000)}' + ${value};\n}\n`;
    const block = { code: place(2), info: 'js', before: '' };
    const places = [0, 1, 2, 3, 4].map((index) => ({ startLine: 3 * index, endLine: 3 * index + 3 }));
    const usable = usablePlaces(block, { path: 'a.js', text: place(1).repeat(places.length) }, places);
    assert.deepEqual(
      usable.map(({ startLine }) => startLine),
      [0, 3, 6],
    );
  });

  it('leaves out places whose end is not certain', () => {
    const js = 'function f() {\n  start();\n  log(1);\n  a();\n}\nfunction g() {\n  start();\n  log(1);\n  b();\n}\n';
    const markdown = '# A\n\n```sh\nnpm i\n```\n\n```sh\nnpm start\n```\n';
    for (const [path, text, code] of [
      ['a.js', js, 'start();\nlog(1);\nc();'],
      ['a.md', markdown, '```sh\nnpm ci\n```'],
    ] as const) {
      const block = { code, info: '', before: '' };
      const plan = planFile([block], { path, text });
      assert.equal(plan.kind === 'unclear' && plan.reason.kind, 'ambiguous');
      assert.deepEqual(plan.kind === 'unclear' && plan.places, [], path);
    }
  });
});
