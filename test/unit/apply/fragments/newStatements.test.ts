import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('a guard in front of the left-out code of a function', () => {
  const file = `class Cart {
  total(): number {
    const sum = this.prices.reduce((one, other) => one + other, 0);
    return sum * this.rate;
  }

  clear(): void {
    this.prices = [];
  }
}
`;
  const guard = '    if (this.prices.length === 0) {\n      return 0;\n    }\n';
  const shown = (head: string) => `  total(): number {\n${head}    // ... rest of the method\n  }`;
  const insertedBefore = (line: string, added = guard) => file.replace(line, `${added}${line}`);

  it('goes to the start of the function, with the blank line of the block', () => {
    const first = '    const sum';
    assert.equal(applied('cart.ts', file, shown(guard)), insertedBefore(first));
    assert.equal(applied('cart.ts', file, shown(`${guard}\n`)), insertedBefore(first, `${guard}\n`));
    const short = '    if (!this.prices) throw new Error("none");\n';
    assert.equal(
      applied('cart.ts', file, shown(`    // Nothing is for sale.\n${short}`)),
      insertedBefore(first, `    // Nothing is for sale.\n${short}`),
    );
    const outdented = shown(guard).replaceAll(/^ {2}/gm, '');
    assert.equal(applied('cart.ts', file, outdented), insertedBefore(first));
  });

  it('goes below the unchanged first lines that the block shows', () => {
    const first = '    const sum = this.prices.reduce((one, other) => one + other, 0);\n';
    const below = '    if (sum > 5) return 5;\n';
    assert.equal(applied('cart.ts', file, shown(`${first}${below}`)), file.replace(first, `${first}${below}`));
  });

  it('ends above the comment of the next statement that the block shows', () => {
    const commented = file.replace('    return sum', '    // The rate is a factor.\n    return sum');
    const first = '    const sum = this.prices.reduce((one, other) => one + other, 0);\n';
    const below = '    const half = sum / 2;\n';
    assert.equal(
      applied('cart.ts', commented, shown(`${first}${below}    // The rate is a factor.\n`)),
      commented.replace(first, `${first}${below}`),
    );
  });

  it('goes to the start in languages of all kinds', () => {
    const python = 'def total(prices):\n    value = sum(prices)\n    return value\n';
    const check = '    if not prices:\n        return 0\n';
    assert.equal(
      applied('cart.py', python, `def total(prices):\n${check}    # ... rest unchanged`),
      python.replace('    value', `${check}    value`),
    );
    const go =
      'func (c *Cart) Total() int {\n\tsum := 0\n\tfor _, p := range c.Prices {\n\t\tsum += p\n\t}\n\treturn sum\n}\n';
    const missing = '\tif c == nil {\n\t\treturn 0\n\t}\n';
    assert.equal(
      applied('cart.go', go, `func (c *Cart) Total() int {\n${missing}\t// ... existing code ...\n}`),
      go.replace('\tsum :=', `${missing}\tsum :=`),
    );
    const ruby = 'def total\n  value = @prices.sum\n  value * @rate\nend\n';
    assert.equal(
      applied('cart.rb', ruby, 'def total\n  return 0 if @prices.empty?\n  # ... rest of the method\nend'),
      ruby.replace('  value', '  return 0 if @prices.empty?\n  value'),
    );
  });

  it('asks if the guard may be another form of a condition, or uses what the function assigns later', () => {
    const own = file.replace('    const sum', '    if (this.isLocked) throw locked();\n    const sum');
    assert.equal(applied('cart.ts', own, shown(guard)), 'noNeighbours');
    const later = file.replace('    return sum', '    if (this.prices.length > 9) return 9;\n    return sum');
    assert.equal(applied('cart.ts', later, shown(guard)), 'noNeighbours');
    assert.equal(applied('cart.ts', file, shown('    if (sum > 7) return 7;\n')), 'noNeighbours');
    const described = 'def total(prices):\n    """Adds up."""\n    return sum(prices)\n';
    assert.equal(
      applied('cart.py', described, 'def total(prices):\n    if not prices:\n        return 0\n    # ...'),
      'noNeighbours',
    );
  });

  it('asks if other statements are beside the guard, or if it does not leave the function', () => {
    assert.equal(applied('cart.ts', file, shown(`${guard}    const sum = 7;\n`)), 'noNeighbours');
    assert.equal(applied('cart.ts', file, shown('    if (this.rate > 1) {\n      log();\n    }\n')), 'noNeighbours');
  });
});

describe('new declarations and calls between a known statement and left-out code', () => {
  const file = `export function Cart() {
  const [items, setItems] = useState([]);
  const total = sum(items);

  return (
    <ul>{total}</ul>
  );
}
`;
  const known = '  const [items, setItems] = useState([]);\n';
  const shown = (fresh: string) => `export function Cart() {\n${known}${fresh}\n  // ... existing code ...\n}`;
  const inserted = (fresh: string) => file.replace(known, known + fresh);

  it('go below the known statement', () => {
    const state = '  const [rate, setRate] = useState(1);\n';
    const effect = '  useEffect(() => {\n    load(rate);\n  }, [rate]);\n';
    assert.equal(applied('Cart.tsx', file, shown(state)), inserted(`${state}\n`));
    assert.equal(applied('Cart.tsx', file, shown(`${state}\n${effect}`)), inserted(`${state}\n${effect}\n`));
    const rust = 'fn f() {\n    let a = 1;\n    let b = 2;\n    go(a, b);\n}\n';
    assert.equal(
      applied('a.rs', rust, 'fn f() {\n    // ...\n    let b = 2;\n    let fresh = 3;\n    // ...\n}'),
      rust.replace('2;\n', '2;\n    let fresh = 3;\n'),
    );
  });

  it('leave the blank line of the file where it is', () => {
    const total = '  const total = sum(items);\n';
    const block = `export function Cart() {\n  // ...\n${total}  const tax = total * 2;\n\n  // ...\n}`;
    assert.equal(applied('Cart.tsx', file, block), file.replace(total, `${total}  const tax = total * 2;\n`));
  });

  it('ask if they may replace a statement: one with the same value or beginning, or if other statements are beside', () => {
    for (const fresh of ['  const sumOfItems = sum(items);\n', '  log(items);\n', '  items.sort();\n'])
      assert.equal(applied('Cart.tsx', file, shown(fresh)), 'noNeighbours', fresh);
    const effect = '  useEffect(() => {\n    a();\n  }, [items]);\n';
    const twice = file.replace('\n\n', `\n\n${effect}\n`);
    assert.equal(applied('Cart.tsx', twice, shown(effect.replace('a()', 'b()'))), 'incomplete');
  });
});
