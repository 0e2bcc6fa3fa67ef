import { strict as assert } from 'node:assert';
import { planFile } from '../../../src/apply/planFile.ts';
import type { Plan, UnclearReason } from '../../../src/apply/planTypes.ts';

/** Returns lines, without the indentation of the first one, as a text that ends with a line break. */
function text(lines: string): string {
  const [, indent = ''] = /^\n(\s*)/.exec(lines) ?? [];
  return (
    lines
      .replace(/^\n/, '')
      .replaceAll(new RegExp(`^${indent}`, 'gm'), '')
      .trimEnd() + '\n'
  );
}

const plan = (file: string, codes: string | readonly string[], path = 'src/cart.ts', info = ''): Plan =>
  planFile(
    [codes].flat().map((code) => ({ code: text(code).slice(0, -1), info, before: '' })),
    { path, text: file },
  );

function assertChange(actual: Plan, after: string): void {
  assert.ok(actual.kind === 'change', JSON.stringify(actual));
  assert.equal(actual.after, after);
}

function assertUnclear(actual: Plan, kind: UnclearReason['kind'], places?: number): void {
  assert.ok(actual.kind === 'unclear', JSON.stringify(actual));
  assert.equal(actual.reason.kind, kind);
  if (places !== undefined) assert.equal(actual.places.length, places);
}

const cart = text(`
  import { round } from './round.ts';
  import { Item } from './item.ts';

  /** A cart. */
  export class Cart {
    readonly items: Item[] = [];

    /** Adds an item. */
    add(item: Item): void {
      this.items.push(item);
    }

    total(): number {
      let total = 0;
      for (const item of this.items) total += item.price;
      return total;
    }
  }

  export class Order {
    total(): number {
      return 0;
    }
  }

  export function describe(cart: Cart): string {
    return String(cart.total());
  }
`);

describe('planFile', () => {
  describe('with a fragment', () => {
    it('replaces the function of the same name', () => {
      const after = cart.replace('String(cart.total())', '`${round(cart.total())} €`');
      assertChange(
        plan(cart, 'export function describe(cart: Cart): string {\n  return `${round(cart.total())} €`;\n}'),
        after,
      );
    });

    it('indents a method like the file, and keeps the comment above it', () => {
      const code = 'add(item: Item): void {\n  if (item.price > 0) this.items.push(item);\n}';
      assertChange(plan(cart, code), cart.replace('this.items.push', 'if (item.price > 0) this.items.push'));
    });

    it('replaces the comment if the fragment has one', () => {
      const code = '/** Adds one item. */\nadd(item: Item): void {\n  this.items.push(item);\n}';
      assertChange(plan(cart, code), cart.replace('Adds an item', 'Adds one item'));
    });

    it('is unclear if two classes have a method of this name', () => {
      const code = 'total(): number {\n  return 1;\n}';
      const actual = plan(cart, code);
      assertUnclear(actual, 'ambiguous', 2);
      assert.ok(actual.kind === 'unclear' && actual.reason.kind === 'ambiguous' && actual.reason.name === 'total');
    });

    it('does not take a part of a class for the whole class', () => {
      const code = 'export class Cart {\n  add(item: Item): void {\n    this.items.unshift(item);\n  }\n}';
      const file = cart.replace(
        '  total(): number {\n    let',
        '  remove(): void {\n    this.items.pop();\n  }\n\n  total(): number {\n    let',
      );
      assertUnclear(plan(file, code), 'incomplete');
    });

    it('does not take a part of the file for the whole file', () => {
      const file = text(`
        import { a } from './a.ts';

        export function one() {
          return a(1);
        }

        export function two() {
          return a(2);
        }
      `);
      const code = 'export function two() {\n  return a(3);\n}';
      assertChange(plan(file, code), file.replace('a(2)', 'a(3)'));
    });

    it('does not take one of two members for all of them', () => {
      const file = 'class A {\n  a() {\n    return 1;\n  }\n\n  b() {\n    return 1;\n  }\n}\n';
      assertUnclear(plan(file, 'class A {\n  b() {\n    return 2;\n  }\n}'), 'incomplete');
      assertUnclear(plan('{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n', '{\n  "a": 3\n}', 'a.json'), 'incomplete');
    });

    it('keeps a function between two shown functions', () => {
      const file = 'function a() {\n  f(1);\n}\n\nfunction b() {\n  f(2);\n}\n\nfunction c() {\n  f(3);\n}\n';
      const code = 'function a() {\n  f(11);\n}\n\nfunction c() {\n  f(33);\n}';
      assertChange(plan(file, code), file.replace('f(1)', 'f(11)').replace('f(3)', 'f(33)'));
    });

    it('keeps the comma after a member', () => {
      assertChange(plan('{\n  "a": 1,\n  "b": 2\n}\n', '"a": 3', 'a.json'), '{\n  "a": 3,\n  "b": 2\n}\n');
    });

    it('keeps a documenting comment if the fragment has only a remark', () => {
      const code = '// Now checks the price.\nadd(item: Item): void {\n  if (item.price > 0) this.items.push(item);\n}';
      const after = cart
        .replace('  add(item', '  // Now checks the price.\n  add(item')
        .replace('this.items.push', 'if (item.price > 0) this.items.push');
      assertChange(plan(cart, code), after);
    });

    it('is unclear if a function of Python ends early', () => {
      const file = 'def f(a):\n    x = 2\n    y = 3\n    z = 4\n    return x + y + z\n\ndef g():\n    return 1\n';
      assertUnclear(plan(file, 'def f(a):\n    x = 1', 'a.py'), 'incomplete');
    });

    it('inserts a new method between its neighbours', () => {
      const code = `
        add(item: Item): void {
          this.items.push(item);
        }

        clear(): void {
          this.items.length = 0;
        }
      `;
      const added = '    this.items.push(item);\n  }\n\n  clear(): void {\n    this.items.length = 0;\n  }\n';
      assertChange(plan(cart, code), cart.replace('    this.items.push(item);\n  }\n', added));
    });

    it('is unclear for a new function without neighbours', () => {
      assertUnclear(plan(cart, 'export function empty(): Cart {\n  return new Cart();\n}'), 'notFound');
    });

    it('is unclear for a new import without neighbours', () => {
      assert.equal(plan(cart, "import { x } from './x.ts';").kind, 'unclear');
    });

    it('inserts an import next to its neighbour, and replaces the function below', () => {
      const code = [
        "import { Item } from './item.ts';\nimport { format } from './format.ts';",
        'export function describe(cart: Cart): string {\n  return format(cart.total());\n}',
      ];
      const after = cart
        .replace(
          "import { Item } from './item.ts';\n",
          "import { Item } from './item.ts';\nimport { format } from './format.ts';\n",
        )
        .replace('String(', 'format(');
      assertChange(plan(cart, code), after);
      assertChange(plan(cart, code.join('\n\n')), after);
    });

    it('replaces the lines between unchanged lines', () => {
      const code = 'let total = 0;\nfor (const { price } of this.items) total += price;\nreturn total;';
      assertChange(
        plan(cart, code),
        cart.replace('const item of this.items) total += item.price', 'const { price } of this.items) total += price'),
      );
    });

    it('replaces the only declaration of a variable', () => {
      assertChange(plan(cart, 'let total = 1;'), cart.replace('let total = 0;', 'let total = 1;'));
    });

    it('is unchanged if the file already contains the code', () => {
      assert.equal(plan(cart, 'add(item: Item): void {\n  this.items.push(item);\n}').kind, 'unchanged');
    });

    it('is unclear if the code is cut off', () => {
      assertUnclear(plan(cart, 'add(item: Item): void {\n  if (item.price > 0) {'), 'incomplete');
      assertUnclear(plan('def f():\n    return 1\n', 'def f():', 'a.py'), 'incomplete');
    });

    it('ignores a first line that names the file', () => {
      const code = '// src/cart.ts\nlet total = 1;';
      assertChange(plan(cart, code), cart.replace('let total = 0;', 'let total = 1;'));
    });

    it('converts spaces to the tabs of the file', () => {
      const file = 'class A {\n\trun() {\n\t\tif (a) {\n\t\t\tb();\n\t\t}\n\t}\n}\n';
      const code = 'run() {\n    if (a) {\n        b();\n        c();\n    }\n}';
      assertChange(plan(file, code), file.replace('\t\t\tb();\n', '\t\t\tb();\n\t\t\tc();\n'));
    });

    it('keeps CRLF, and adds no line break at the end', () => {
      const file = 'const a = 1;\r\nconst b = 2;\r\nconst c = 3;';
      assertChange(
        plan(file, 'const a = 1;\nconst b = 3;\nconst c = 3;'),
        'const a = 1;\r\nconst b = 3;\r\nconst c = 3;',
      );
    });

    it('does not lose brackets in strings, comments and regular expressions', () => {
      const file = text(String.raw`
        const open = '{';
        const tick = ${'`${a ? "}" : `{`}`'};
        const pattern = /[{(]\/"/; // {
        function one() {
          return 1;
        }
        function two() {
          return 2; /* } */
        }
      `);
      assertChange(plan(file, 'function one() {\n  return 11;\n}'), file.replace('return 1;', 'return 11;'));
    });
  });

  describe('with a fragment of another language', () => {
    it('replaces a method of Python with its decorator, and keeps the decorator otherwise', () => {
      const file = text(`
        class A:
            @property
            def size(self):
                return 1

            def name(self):
                return "a"

        def name():
            return "b"
      `);
      assertChange(plan(file, 'def size(self):\n    return 2', 'a.py'), file.replace('return 1', 'return 2'));
      const decorated = '@cached_property\ndef size(self):\n    return 2';
      assertChange(
        plan(file, decorated, 'a.py'),
        file.replace('@property', '@cached_property').replace('return 1', 'return 2'),
      );
      assertChange(
        plan(file, 'class A:\n    # ... existing code ...\n    def name(self):\n        return "c"', 'a.py'),
        file.replace('"a"', '"c"'),
      );
    });

    it('tells methods of Go apart by their receivers', () => {
      const file =
        'package a\n\nfunc (q *Queue) Len() int {\n\treturn 1\n}\n\nfunc (s *Stack) Len() int {\n\treturn 2\n}\n';
      assertChange(
        plan(file, 'func (s *Stack) Len() int {\n    return 3\n}', 'a.go'),
        file.replace('return 2', 'return 3'),
      );
    });

    it('tells functions of Rust apart by the shown impl', () => {
      const file =
        'impl A {\n    fn new() -> A {\n        A {}\n    }\n}\n\nimpl B {\n    fn new() -> B {\n        B {}\n    }\n}\n';
      const code = 'impl B {\n    fn new() -> B {\n        B { x: 1 }\n    }\n}';
      assertChange(plan(file, code, 'a.rs'), file.replace('B {}', 'B { x: 1 }'));
      assertUnclear(plan(file, 'fn new() -> Self {\n    todo!()\n}', 'a.rs'), 'ambiguous', 2);
    });

    it('replaces functions of C, whose type may be in the line above', () => {
      const file = 'static int\nadd(int a, int b)\n{\n  return a + b;\n}\n\nint main(void) {\n  return add(1, 2);\n}\n';
      const code = 'static int\nadd(int a, int b)\n{\n  return b + a;\n}';
      assertChange(plan(file, code, 'a.c'), file.replace('a + b', 'b + a'));
    });

    it('replaces a value of YAML', () => {
      assertChange(plan('a: 1\nb:\n  c: 2\n', 'c: 3', 'a.yml'), 'a: 1\nb:\n  c: 3\n');
    });

    it('is unclear', () => {
      assertUnclear(plan(cart, 'def add(self): pass', 'src/cart.ts', 'python'), 'notApplicable');
    });
  });

  describe('with a whole file', () => {
    it('replaces the file', () => {
      const after = cart.replaceAll('total', 'sum').replace('/** A cart. */\n', '');
      assertChange(plan(cart, after), after);
    });

    it('is unclear if the block ends before the file does', () => {
      assert.equal(
        plan(cart, cart.replace('A cart', 'The cart').slice(0, cart.indexOf('export class Order') + 60)).kind,
        'unclear',
      );
    });

    it('fills an empty file', () => {
      assertChange(plan('', 'let a;'), 'let a;\n');
    });
  });

  describe('with elided text', () => {
    it('keeps what a comment stands for, inside and around declarations', () => {
      const code = `
        // ... existing imports ...

        export class Cart {
          // ... existing code ...

          total(): number {
            return round(this.sum());
          }
        }

        // ... rest of the file
      `;
      const old = cart.slice(cart.indexOf('    let total'), cart.indexOf('  }\n}\n\nexport class Order'));
      assertChange(plan(cart, code), cart.replace(old, '    return round(this.sum());\n'));
    });

    it('keeps the rest of a function', () => {
      const file = 'function f(a) {\n  check(a);\n  const b = a + 1;\n  const c = b + 1;\n  return c;\n}\n';
      const code = 'function f(a) {\n  check(a);\n  log(a);\n  const b = a + 1;\n  // … rest of the function\n}';
      assertChange(plan(file, code), file.replace('check(a);\n', 'check(a);\n  log(a);\n'));
    });

    it('adds a member at the end of a class that shows its other members as a comment', () => {
      const code =
        'export class Order {\n  // existing methods remain unchanged\n\n  id(): string {\n    return "";\n  }\n}';
      const after = cart.replace(
        '    return 0;\n  }\n',
        '    return 0;\n  }\n\n  id(): string {\n    return "";\n  }\n',
      );
      assertChange(plan(cart, code), after);
    });

    it('keeps a function whose body is left out on its line', () => {
      const code =
        'export class Cart {\n  readonly items: Item[] = [];\n\n  add(item: Item): void { /* unchanged */ }\n\n  total(): number {\n    return 0;\n  }\n}';
      const old = cart.slice(cart.indexOf('    let total'), cart.indexOf('  }\n}\n\nexport class Order'));
      assertChange(plan(cart, code), cart.replace(old, '    return 0;\n'));
    });

    it('is unclear if nothing says how far the lines before a comment reach', () => {
      const file = 'function f(a) {\n  one(a);\n  two(a);\n  return 3;\n}\n';
      assert.equal(plan(file, 'function f(a) {\n  first(a);\n  // ... rest unchanged\n}').kind, 'unclear');
    });

    it('takes a comment that is also in the file for a comment', () => {
      const file = 'function f() {\n  // ... existing code ...\n  return 1;\n}\n';
      assertChange(
        plan(file, 'function f() {\n  // ... existing code ...\n  return 2;\n}'),
        file.replace('return 1', 'return 2'),
      );
    });
  });

  describe('with several blocks', () => {
    it('applies all of them in order', () => {
      assertChange(
        plan('const a = 1;\nconst b = 2;\n', ['const b = 3;', 'const a = 4;']),
        'const a = 4;\nconst b = 3;\n',
      );
    });

    it('applies none if one is unclear, with places in the file before the change', () => {
      const file = 'const a = 1;\nif (a) f();\nif (a) f();\n';
      const change = '<<<<<<< SEARCH\nconst a = 1;\n=======\nconst a = 1;\nconst b = 2;\n>>>>>>> REPLACE';
      const actual = plan(file, [change, '<<<<<<< SEARCH\nif (a) f();\n=======\n>>>>>>> REPLACE']);
      assertUnclear(actual, 'ambiguous', 2);
      assert.ok(actual.kind === 'unclear');
      assert.deepEqual(actual.places, [
        { startLine: 1, endLine: 2 },
        { startLine: 2, endLine: 3 },
      ]);
    });

    it('is unclear if two blocks give different versions of one declaration', () => {
      const codes = ['let total = 1;', 'let total = 2;'];
      assertUnclear(plan(cart, codes), 'versions');
    });
  });

  it('never applies shell commands and output', () => {
    assertUnclear(plan('package main\n', 'npm test', 'main.go', 'bash'), 'notApplicable');
    assertUnclear(plan('package main\n', '1 passing', 'main.go', 'text'), 'notApplicable');
  });
});
