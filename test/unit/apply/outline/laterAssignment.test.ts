import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';

describe('an assignment of a variable', () => {
  function assertAsks(path: string, declaration: string, code: string): void {
    const result = applied(path, `start();\n${declaration}\nstop();\n`, code);
    assert.ok(['notFound', 'noNeighbours', 'incomplete'].includes(result), `${declaration} ${code} ${result}`);
  }

  it('does not replace the declaration of the variable', () => {
    for (const [path, declaration, code] of [
      ['A.java', 'private int retries = 2;', 'retries = 5;'],
      ['A.cs', 'private HttpClient _client = new HttpClient();', '_client = new HttpClient { Timeout = timeout };'],
      ['a.kt', 'private var searchJob: Job? = null', 'searchJob = viewModelScope.launch { load() }'],
      ['a.dart', 'bool _busy = false;', '_busy = true;'],
      ['a.go', 'var timeout = 5 * time.Second', 'timeout = 10 * time.Second'],
      ['a.go', 'err := open()', 'err = db.Ping()'],
      ['a.rs', 'let mut count = 5;', 'count = 0;'],
      ['a.lua', 'local ns = get(1)', 'ns = get(2)'],
      ['a.sh', 'local target="a"', 'target="b"'],
      ['a.c', 'static int count = 5;', 'count = 0;'],
    ] as const) {
      assertAsks(path, declaration, code);
    }
  });

  it('does not replace the value that it needs', () => {
    for (const [path, declaration, code] of [
      ['a.py', 'self.items = []', 'self.items = [i for i in self.items if i != id]'],
      ['a.ts', 'this.queue = [];', 'this.queue = [...this.queue, track];'],
      ['a.go', 'mux := http.NewServeMux()', 'mux = withRecovery(mux)'],
      ['a.rs', 'let slug = body.slug;', 'let slug = slug.to_lowercase();'],
      ['A.java', 'BigDecimal total = net();', 'total = total.add(tax);'],
      ['a.rb', 'total = items.sum', 'total = total.round(2)'],
      ['a.sh', 'count=0', 'count=$((count + 1))'],
      ['a.php', '$posts = read();', '$posts = $posts->all();'],
    ] as const) {
      assertAsks(path, declaration, code);
    }
  });

  it('replaces one of the same form', () => {
    for (const [path, old, code] of [
      ['a.py', 'total = total + 1', 'total = total + 2'],
      ['a.py', 'name = Name(title="a")', 'name = Name(name="a")'],
      ['A.java', 'private int retries = 2;', 'private int retries = 3;'],
      ['a.ts', 'const text = "a";', 'const text = "the text of a";'],
      ['a.ts', 'const f = () => 1;', 'const f = () => f();'],
    ] as const)
      assert.equal(applied(path, `start()\n${old}\nstop()\n`, code), `start()\n${code}\nstop()\n`);
  });

  it('is no part of a class or a function that names itself', () => {
    const file = (members: string) =>
      `class A(Enum):\n    B = 1\n\n    def c(self):\n        return 2\n${members}\n\nx = 1\n`;
    const added = '\n    def d(self):\n        return self is not A.B\n';
    assert.equal(applied('a.py', file(''), file(added).split('\n\n\n')[0] ?? ''), file(added));
    const called = (value: number) => `def f(a=${value}):\n    return f(a=f(3))\n\n\nx = 1\n`;
    assert.equal(applied('a.py', called(1).replace('f(3)', '3'), called(2).split('\n\n\n')[0] ?? ''), called(2));
  });

  it('is placed between unchanged lines', () => {
    const file =
      'class A {\n    private int count = 5;\n\n    void run() {\n        start();\n        log("run");\n    }\n}\n';
    assert.equal(
      applied('A.java', file, '        start();\n        count = 0;\n        log("run");'),
      file.replace('start();\n', 'start();\n        count = 0;\n'),
    );
  });
});
