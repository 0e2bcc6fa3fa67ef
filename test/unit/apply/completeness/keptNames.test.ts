import { strict as assert } from 'node:assert';
import { planPlace } from '../../../../src/apply/planPlace.ts';
import { applied } from '../fragments/applied.ts';

const python =
  'def post(request):\n    cart = load(request)\n    quantity = int(request.POST["quantity"])\n    if quantity < 1:\n        return error()\n    cart.add(quantity)\n    return ok()\n';
const pythonReply =
  'def post(request):\n    quantity = int(request.POST["quantity"])\n    if not 1 <= quantity <= 100:\n        return error()\n    # ... rest unchanged ...';
const script =
  'export function post(request: Request) {\n  const { cart, user } = load(request);\n  const quantity = Number(request.quantity);\n  if (quantity < 1) {\n    return error();\n  }\n  cart.add(quantity);\n  return ok();\n}\n';
const scriptReply =
  'export function post(request: Request) {\n  const quantity = Number(request.quantity);\n  if (quantity < 1 || quantity > 100) {\n    return error();\n  }\n  // ... rest unchanged ...\n}';
const go =
  'func post(r *Request) error {\n\tcart, err := load(r)\n\tif err != nil {\n\t\treturn err\n\t}\n\tquantity := r.quantity\n\tif quantity < 1 {\n\t\treturn errBad\n\t}\n\tcart.add(quantity)\n\treturn nil\n}\n';
const goReply =
  'func post(r *Request) error {\n\tquantity := r.quantity\n\tif quantity < 1 || quantity > 100 {\n\t\treturn errBad\n\t}\n\t// ... rest unchanged ...\n}';

/** Adds a first statement, because no block may leave it out. */
const started = (text: string) => text.replace('(request):\n', '(request):\n    start(request)\n');

describe('a block with left-out code that lacks the declaration of a name', () => {
  it('is unclear if the left-out code uses the name', () => {
    assert.equal(applied('a.py', python, pythonReply), 'incomplete');
    assert.equal(applied('a.ts', script, scriptReply), 'incomplete');
    assert.equal(applied('a.go', go, goReply), 'incomplete');
  });

  it('removes the declaration if no code below uses the name', () => {
    const unused = started(python.replace('cart.add', 'add'));
    const changed = unused
      .replace('    cart = load(request)\n', '')
      .replace('quantity < 1', 'not 1 <= quantity <= 100');
    assert.equal(applied('a.py', unused, started(pythonReply)), changed);
  });

  it('removes the declaration if other code declares the name', () => {
    const other = (text: string) =>
      text.replace('const quantity', 'const cart = find(request);\n  const quantity').replace('< 1 ', '< 2 ');
    const changed = other(script.replace('  const { cart, user } = load(request);\n', '')).replace(
      '(quantity < 1)',
      '(quantity < 2 || quantity > 100)',
    );
    assert.equal(applied('a.ts', script, other(scriptReply)), changed);
    const parameter = (text: string) => started(text).replace('(request)', '(request, cart=None)');
    assert.equal(
      applied('a.py', parameter(python), parameter(pythonReply)),
      parameter(python).replace('    cart = load(request)\n', '').replace('quantity < 1', 'not 1 <= quantity <= 100'),
    );
  });

  it('removes an argument with a name', () => {
    const call = 'run(\n    limit=1,\n    time=2,\n    size=limit,\n)\nstop(1)\nfree()\n';
    assert.equal(
      applied('a.py', call, 'run(\n    time=3,\n    size=limit,\n)\n# ...\nfree()'),
      call.replace('    limit=1,\n', '').replace('time=2', 'time=3'),
    );
  });

  it('replaces the place that the user has chosen', () => {
    const place = { startLine: 0, endLine: python.split('\n').length - 1 };
    const plan = planPlace({ code: pythonReply, info: '', before: '' }, { path: 'a.py', text: python }, place);
    assert.equal(plan.kind, 'change');
  });
});

describe('a block with left-out code that lacks the first statement of a function', () => {
  const old = started(python.replace('    cart = load(request)\n', ''));

  it('is unclear', () => {
    assert.equal(applied('a.py', old, pythonReply), 'incomplete');
    const file =
      'class A {\n  f(a) {\n    check(a);\n\n    const b = a + 1;\n    if (b > 1) {\n      run(b);\n    }\n    return b;\n  }\n}\n';
    const code = 'f(a) {\n  const b = a + 1;\n  if (b > 2) {\n    run(b);\n  }\n  // ...\n}';
    assert.equal(applied('a.js', file, code), 'incomplete');
  });

  it('replaces the statement if it has another one or a comment in its place', () => {
    for (const line of ['    check(request)\n', '    # no longer started: start\n']) {
      const code = pythonReply.replace('    quantity', `${line}    quantity`);
      const changed = old.replace('    start(request)\n', line).replace('quantity < 1', 'not 1 <= quantity <= 100');
      assert.equal(applied('a.py', old, code), changed);
    }
  });

  it('removes the statement if the block leaves out code of other functions only', () => {
    const f = (lines: string) => `  f(path) {\n${lines}  }\n`;
    const file = `class A {\n${f('    path = norm(path);\n    const a = run(path);\n    return a;\n')}\n  g() {\n    h();\n  }\n}\n`;
    const code = `class A {\n${f('    const a = run(path);\n    return a ?? path;\n')}\n  // ... rest of the class\n}`;
    const changed = file.replace('    path = norm(path);\n', '').replace('return a;', 'return a ?? path;');
    assert.equal(applied('a.js', file, code), changed);
  });
});
