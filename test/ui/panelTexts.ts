export function reasoningText(): string {
  return 'The person asks what the function does. It takes a list and a key function.\n\n- The order of the items is **kept**.\n- The key may be computed twice: `keyOf(item)`.\n\nI should mention `Map.groupBy`, and say where it exists.';
}

export function streamingText(): string {
  return `It groups the items by a key and keeps their order.\n\nTwo things stand out:\n\n1. **The key is computed twice.** Keep it in a variable.\n2. The map is typed as \`Map<string, T[]>\`, but the key may be a number:\n\n\`\`\`ts\nexport function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {\n  const groups = new Map<K, T[]>();\n  for (const item of items) {`;
}

export function mathText(): string {
  return `The sum of the first $n$ numbers costs \\(O(1)\\) with $\\frac{n(n+1)}{2}$, and $5 or $10 stay prices.

$$
\\int_{-\\infty}^{\\infty} e^{-x^2} \\, dx = \\sqrt{\\pi}
$$

1. A matrix, which is wide:

   \\[
   \\begin{pmatrix} a_{11} & a_{12} & \\cdots & a_{1n} \\\\ \\vdots & \\vdots & \\ddots & \\vdots \\\\ a_{m1} & a_{m2} & \\cdots & a_{mn} \\end{pmatrix} \\begin{pmatrix} x_1 \\\\ \\vdots \\\\ x_n \\end{pmatrix} = \\begin{pmatrix} b_1 \\\\ \\vdots \\\\ b_m \\end{pmatrix}
   \\]

2. In a line that breaks: $a_1 x_1 + a_2 x_2 + a_3 x_3 + a_4 x_4 + a_5 x_5 = b_1 + b_2 + b_3$, and on.

> With cases: $$f(x) = \\begin{cases} x^2 & x \\ge 0 \\\\ -x & \\text{otherwise} \\end{cases}$$

| Way | Cost |
|---|---|
| loop | $\\Theta(n)$ |
| formula | $\\Theta(1)$ |

Not known: $\\unknown{x}$.`;
}

export function longText(): string {
  return `# Grouping by a key

It groups the items by a key and **keeps their order**. See [the reference](https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Map/groupBy) or https://example.com/a/very/long/address/that/has/to/wrap/somewhere.

## What I would change

- Use \`Map.groupBy\` where it exists
- Keep the key in a variable
  - it is *computed* twice
  - and ~~once~~ is enough

> A note of care: keys are compared by identity.

\`\`\`ts
/** Groups items by what keyOf returns. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item); // computed once
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
\`\`\`

| Way | Lines | Needs | Remarks |
|:----|------:|:-----:|---------|
| \`Map.groupBy\` | 1 | ES2024 | fastest |
| loop | 8 | nothing | works everywhere, also in old runtimes |

1. Run it:

   \`\`\`bash
   npm ci && npm test -- --grep "groupBy" # about 3 s
   \`\`\`

2. Look at the result:

   \`\`\`python
   def group_by(items: list[str]) -> dict[int, list[str]]:
       """Groups words by length."""
       return {len(item): [item] for item in items if item is not None}
   \`\`\`

---

\`\`\`json
{ "name": "group", "version": 3, "private": true, "note": null }
\`\`\`

\`\`\`css
a:hover { color: #f00; width: calc(10px + 1em); } /* red */
\`\`\`

\`\`\`diff
- const key = 1;
+ const key = 2;
\`\`\`

Done. ![A picture](https://example.com/a.png)`;
}
