import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

const inClass = (method: string, end = '') => `class A {\n${method.replaceAll(/^/gm, '    ')}\n}${end}\n`;
const add = 'void add(Item item) {\n    items.add(item);\n}';

describe('overloads', () => {
  it('is unclear if a method may be a new overload, because a parameter has another type', () => {
    const cases: readonly (readonly [path: string, file: string, code: string])[] = [
      [
        'a.cs',
        'class A\n{\n    public void Add(Item item)\n    {\n        _items.Add(item);\n    }\n}\n',
        'public void Add(IEnumerable<Item> items)\n{\n    foreach (var item in items)\n    {\n        Add(item);\n    }\n}',
      ],
      ['A.java', inClass(add), 'void add(List<Item> items) {\n    this.items.addAll(items);\n}'],
      ['A.java', inClass(add), 'void add(@NonNull final Product item) {\n    items.add(item.toItem());\n}'],
      ['a.cpp', inClass(add, ';'), 'void add(std::vector<Item> items) {\n    items_ = items;\n}'],
      [
        'a.kt',
        inClass('fun add(item: Item) {\n    items.add(item)\n}'),
        'fun add(items: List<Item>) {\n    items.forEach { add(it) }\n}',
      ],
      [
        'a.swift',
        inClass('func add(_ item: Item) {\n    items.append(item)\n}'),
        'func add(_ newItems: [Item]) {\n    items += newItems\n}',
      ],
      [
        'a.scala',
        inClass('def add(item: Item): Unit = {\n  items += item\n}'),
        'def add(others: Seq[Item]): Unit = {\n  items ++= others\n}',
      ],
    ];
    for (const [path, file, code] of cases) assert.equal(applied(path, file, code), 'noNeighbours', `${path}\n${code}`);
    const elided = 'class A {\n    // ...\n    void add(List<Item> items) {\n        addAll(items);\n    }\n}';
    assert.equal(applied('A.java', inClass(`${add}\n\nvoid f() {\n    g();\n}`), elided), 'noNeighbours');
  });

  it('is unclear if a method calls its name with as many arguments as only the old one takes', () => {
    const file = inClass('void add(Item item, int count) {\n    items.put(item, count);\n}');
    assert.equal(applied('A.java', file, 'void add(Item item) {\n    add(item, 1);\n}'), 'noNeighbours');
    assert.equal(applied('A.java', file, 'void add(Item item) {\n    this.add(item, 1);\n}'), 'noNeighbours');
    const constructor = inClass('public A(int width, int height) {\n    this.width = width;\n}');
    assert.equal(applied('a.cs', constructor, 'public A(int size) : this(size, size)\n{\n}'), 'noNeighbours');
  });

  it('replaces a method with more, fewer or renamed parameters, and recursive ones', () => {
    for (const code of [
      'void add(Item other) {\n    items.add(other, 1);\n}',
      'void add(final Item item) {\n    items.add(item, 1);\n}',
      'void add(@Nullable shop.Item item) {\n    items.add(item, 1);\n}',
      'void add(Item item, int count) {\n    items.add(item, count);\n}',
      'void add() {\n    items.add(new Item());\n}',
      'void add(Item item, int count) {\n    if (count > 0) add(item, count - 1);\n}',
    ])
      assert.equal(applied('A.java', inClass(add), code), inClass(code), code);
  });

  it('replaces methods if the same type becomes another one in several of them', () => {
    const methods = (type: string) =>
      ['load', 'clear'].map((name) => `void ${name}(${type} view) {\n    view.${name}();\n}`).join('\n\n');
    assert.equal(applied('A.java', inClass(methods('View')), methods('Wrapper')), inClass(methods('Wrapper')));
  });

  it('replaces a long method of which only the type of a parameter and few lines change', () => {
    const method = (type: string) =>
      `void f(${type} a) {\n    a.start();\n    a.load();\n    a.check();\n    a.run();\n    a.show();\n    a.end();\n}`;
    assert.equal(applied('A.java', inClass(method('View')), method('Wrapper')), inClass(method('Wrapper')));
  });

  it('replaces a function with a parameter of another type in languages without overloads', () => {
    const file = 'int a;\n\nint f(int x) {\n  return x;\n}\n';
    const code = 'int f(long x) {\n  return (int)x;\n}';
    assert.equal(applied('a.c', file, code), `int a;\n\n${code}\n`);
    const script = 'import a from "a";\n\nfunction f(x: number) {\n  return x;\n}\n';
    const changed = 'function f(x: string) {\n  return Number(x);\n}';
    assert.equal(applied('a.ts', script, changed), `import a from "a";\n\n${changed}\n`);
  });
});
