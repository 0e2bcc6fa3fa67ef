import assert from 'node:assert/strict';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';

const mixedReply = `# All of it

| Way | Cost |
|:----|-----:|
| loop | $O(n)$ |
| ~~formula~~ | **1** |

- [ ] to do
- [x] done

1. Code:

   \`\`\`ts
   const answer: number = 42;
   \`\`\`

2. See [the page](https://a.example/page) or https://b.example, ![a cat](https://c.example/cat.png), [never](javascript:alert(1)).

\`\`\`mermaid
graph TD
  A --> B
\`\`\`

<img src="https://d.example/x.png" onerror="alert(1)"> <script>alert(2)</script>

$$
\\int_0^1 \\sqrt{x} \\, dx = \\frac{2}{3}
$$

From $5 to $10.
`;

describe('A reply with all kinds of Markdown in VS Code', () => {
  let tally: InstalledTally;

  before(async () => {
    tally = await startInstalledTally();
    await tally.setKey();
  });

  disposeAfterAll(() => tally);

  it('is rendered within the content security policy, and loads nothing remote', async () => {
    const { workbench, standIn } = tally;
    const panel = await workbench.openPanel();
    const frame = await workbench.panelFrame();
    const foreign: string[] = [];
    workbench.page.on('request', (request) => {
      if (/[a-d]\.example/.test(request.url())) foreign.push(request.url());
    });
    await frame.evaluate(recordViolations);
    standIn.script({ reply: mixedReply, rate: 400 });
    const box = panel.getByRole('textbox', { name: 'Message' });
    await box.fill('Show me everything.');
    await box.press('Enter');

    const reply = panel.getByRole('article', { name: 'Reply' });
    await reply.and(panel.locator('[data-state=complete]')).waitFor();
    await reply.locator('.formula.display .katex').waitFor();
    await reply.getByRole('cell').locator('.katex').waitFor();
    assert.equal(await reply.getByRole('heading', { level: 1 }).textContent(), 'All of it');
    assert.deepEqual(await reply.getByRole('columnheader').allTextContents(), ['Way', 'Cost']);
    assert.equal(await reply.locator('td s').textContent(), 'formula');
    const tasks = reply.getByRole('checkbox', { name: 'Task' });
    assert.deepEqual([await tasks.first().isChecked(), await tasks.last().isChecked()], [false, true]);
    assert.deepEqual(await reply.locator('.code-language').allTextContents(), ['ts', 'mermaid']);
    assert.equal(await reply.locator('.code-block code').last().textContent(), 'graph TD\n  A --> B');
    const links = reply.getByRole('link');
    assert.deepEqual(await links.allTextContents(), [
      'the page',
      'https://b.example',
      'Image: a cat',
      'https://d.example/x.png',
    ]);
    assert.equal(await links.first().getAttribute('title'), 'https://a.example/page');
    await reply.getByText('<img src="https://d.example/x.png" onerror="alert(1)"> <script>alert(2)</script>').waitFor();
    await reply.getByText('From $5 to $10.').waitFor();
    assert.equal(await reply.locator('img, script, iframe, svg:not(.katex svg)').count(), 0);
    assert.equal(await frame.evaluate(async () => (await document.fonts.load('10px KaTeX_Math')).length > 0), true);
    assert.deepEqual(await frame.evaluate(() => (window as unknown as ViolationsWindow).violations), []);
    assert.deepEqual(foreign, []);
  });
});

interface ViolationsWindow {
  violations: string[];
}

function recordViolations(): void {
  const violations: string[] = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    violations.push(`${violatedDirective} ${blockedURI}`),
  );
  (window as unknown as ViolationsWindow).violations = violations;
}
