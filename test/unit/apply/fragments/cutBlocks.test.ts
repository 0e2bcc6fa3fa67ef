import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('a block that may end within a declaration', () => {
  const parser = (policy: string) => [
    'class Parser(Generic[T]):',
    '    @overload',
    `    def __init__(self: Parser[str], policy: ${policy} = ...) -> None: ...`,
    '    @overload',
    `    def __init__(self, policy: ${policy} = ...) -> None: ...`,
    '    def parse(self, text: str) -> T: ...',
  ];
  const reader = (policy: string) => parser(policy).map((line) => line.replaceAll('Parser', 'Reader'));
  const rest = ['    def parse_bytes(self, data: bytes) -> T: ...'];
  const after = ['', 'class Last(Reader[T]):', '    def parse(self, text: str) -> T: ...', ''];

  it('does not remove the members below the last shown one', () => {
    const other = ['class Other(Parser[T]):', '    def parse(self, text: str) -> T: ...', ''];
    const parsed = ['    def parse_text(self, text: str) -> T: ...', ''];
    const file = [
      ...['import abc', '', '__all__ = ["Parser", "Reader"]', '', '_T = TypeVar("_T")', ''],
      ...[...parser('Policy'), ...parsed, ...other, ...reader('Policy'), ...rest, ...after],
    ];
    const code = [...parser('Policy[str]'), ...parsed, ...other, ...reader('Policy[str]')];
    assert.equal(applied('parser.pyi', file.join('\n'), code.join('\n')), 'incomplete');
  });

  it('is no version of the whole file if the file continues with declarations', () => {
    const indented = (lines: readonly string[]) => lines.map((line) => (line === '' ? '' : `    ${line}`));
    const head = ['import abc', 'import sys', '', 'if sys.version_info >= (3, 11):'];
    const file = [...head, ...indented([...parser('Policy'), ...rest, ...after])];
    const code = [...head, ...indented(parser('Policy[str]'))];
    assert.equal(applied('parser.pyi', file.join('\n'), code.join('\n')), 'incomplete');
  });

  it('is no version of the whole file if the file continues with statements of the last function', () => {
    const body = (first: string) => [
      'class Paging(Base):',
      '    @property',
      `    def codes(self)${first}:`,
      '        return [200]',
      '',
      '    def imports(self, mode):',
      '        found = Base.imports(self, mode)',
    ];
    const head = ['# Copyright of all.', '# See the license.', '# -----', 'import base', '', ''];
    const file = [...head, ...body(''), '        found.merge(mode)', '        return found', ''];
    const code = [...head.slice(1), ...body(' -> list')];
    assert.equal(
      applied('paging.py', file.join('\n'), code.join('\n')),
      file.join('\n').replace('codes(self)', 'codes(self) -> list'),
    );
  });

  it('does not remove the code of a function of which it shows only the documentation', () => {
    const types = '    def types(self, val):\n        self._types = val\n';
    const enums = '    @property\n    def enums(self):\n        """All of the enums."""\n';
    const view = (value: string) => `    @property\n    def view(self):\n        return ${value}\n`;
    const file = `class A:\n    @property\n    def types(self):\n        return self._types\n\n    @types.setter\n${types}\n${view('1')}\n${enums}        return self.all\n\n    @property\n    def core(self):\n        return 1\n`;
    const added = '    @staticmethod\n    def get(models):\n        return 2\n\n';
    const code = `class A:\n    # ... unchanged ...\n${types}\n${added}${view('self.get(1)')}\n${enums}    # ... unchanged ...`;
    assert.equal(applied('a.py', file, code), file.replace(view('1'), `${added}${view('self.get(1)')}`));
  });

  it('does not end within the header of a function', () => {
    const f = (end: string) => `import a from './a';\n\nfunction f<T>(\n  one: T,\n  two: T,\n)${end}`;
    const file = `${f(': Array<T> {\n  return a(one)\n    .map((b) => b.c)\n    .filter(two);\n}\n')}\nexport function h() {\n  return 1;\n}\n`;
    for (const end of [': Array<', ': Array', ':', ''])
      assert.equal(applied('a.ts', file, f(end).replace('a from', 'b, { a } from')), 'incomplete', end);
  });

  it('does not end within a name', () => {
    const view = (rest: string) => `def create(request):\n    booking = form.save()\n${rest}`;
    const file = view('    booking.check()\n    booking.save()\n    send(booking)\n    return redirect(booking)\n');
    assert.equal(applied('views.py', file, view('    booking.full_check()\n    booking.sa')), 'incomplete');
  });

  it('does not remove the recipe of a target of which it shows only the name', () => {
    const file = 'all: build\n\nlint:\n\tnpm run lint\n\nrun:\n\tnpm start\n';
    assert.equal(applied('Makefile', file, 'all: build lint\n\ncover:\n\tnpm run cover\n\nlint:'), 'incomplete');
  });

  it('replaces the lines around which the block shows unchanged ones, although it ends with a comment of the next item', () => {
    const comment = ['/**', ' * Joins two records.', ' * @internal', ' */'];
    const file = [
      '/** @internal */',
      'export const marker = Symbol();',
      'export type Marker = typeof marker;',
      '',
      ...comment,
      'export function join(one: A, other: B): A & B {',
      '  return { ...one, ...other };',
      '}',
      '',
    ];
    const code = [
      '/** @internal */',
      "export type Marker = 'marker' & {",
      "  __brand: 'marker';",
      '};',
      '',
      ...comment,
    ];
    assert.equal(
      applied('utils.ts', file.join('\n'), code.join('\n')),
      [...code, ...file.slice(file.indexOf(' */') + 1)].join('\n'),
    );
  });
});
