import { strict as assert } from 'node:assert';
import { planFile } from '../../../../src/apply/planFile.ts';
import { leavesOutCode, unclearSentence } from '../../../../src/vscode/apply/unclearSentence.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';
import { inRussian } from '../inRussian.ts';

describe('unclearSentence', () => {
  const cleanUp = cleanUpAfterEach();
  const constant = 'export const initial = 0;\n\nexport const other = 0;\n';

  function sentence(path: string, text: string, ...codes: readonly string[]): string {
    const plan = planFile(
      codes.map((code) => ({ code, info: '', before: '' })),
      { path, text },
    );
    assert.equal(plan.kind, 'unclear');
    return unclearSentence(plan, path, { canReplace: true, canInsert: true });
  }

  it('does not say that several versions in the code are in the file', () => {
    const versions = ['export const initial = 1;', 'export const initial = 2;'];
    assert.equal(
      sentence('a.ts', constant, ...versions),
      'The code has several versions of “export const initial = 1;”. Apply only one of them.',
    );
    assert.equal(
      sentence('a.ts', constant, versions.join('\n')),
      'The code has several versions of “initial”. Apply only one of them.',
    );
  });

  it('says how to go on if the place is not certain, and does not say that nothing shows it', () => {
    const unknown =
      'It isn’t certain where this code belongs in a.tsx. Select the lines that it replaces and apply it again, or insert it at the cursor.';
    assert.equal(
      unclearSentence({ kind: 'unclear', reason: { kind: 'noNeighbours' }, places: [] }, 'a.tsx', {
        canReplace: true,
        canInsert: false,
      }),
      unknown.replace(', or insert it at the cursor', ''),
    );
    const element = 'const a = (\n  <main>\n    <Cart items={items} />\n  </main>\n);\n';
    assert.equal(sentence('a.tsx', element, '<Cart limit={5} />'), unknown);
    const cases = "switch (x) {\n  case 'a':\n    return 1;\n  case 'b':\n    return 2;\n}\n";
    assert.equal(sentence('a.tsx', cases, "case 'b':\n  return 3;"), unknown);
  });

  it('does not offer to replace selected lines by code that leaves out lines', () => {
    const text = 'function a() {\n  const b = 1;\n  run(b);\n  done(b);\n}\n';
    const code = 'function a() {\n  try {\n    // ... existing code ...\n  } catch {\n    fail();\n  }\n}';
    const block = { code, info: '', before: '' };
    const plan = planFile([block], { path: 'a.ts', text });
    assert.ok(plan.kind === 'unclear' && plan.reason.kind === 'noNeighbours');
    const offers = { canReplace: !leavesOutCode(block, 'a.ts'), canInsert: true };
    assert.equal(
      unclearSentence(plan, 'a.ts', offers),
      'It isn’t certain where this code belongs in a.ts. It can’t replace selected lines, because it leaves out code.',
    );
    const repeats = { kind: 'unclear', reason: { kind: 'repeats', name: 'total' }, places: [] } as const;
    assert.equal(unclearSentence(repeats, 'a.ts', offers), 'With this code, a.ts would declare “total” twice.');
  });

  it('names an export that the list of exports in the code lacks', () => {
    const file = 'function clamp() {}\nfunction round() {}\n\nexport { clamp, round };\n';
    const lost = 'The export list in this code lacks “round”, which a.ts exports.';
    assert.equal(sentence('a.ts', file, 'export { clamp };'), lost);
    assert.equal(
      sentence('a.ts', file, 'export const clamp = 1;'),
      'This code may be incomplete. Nothing is changed in a.ts.',
    );
  });

  it('says that the end of the code has no certain place', () => {
    const state = '  const [items, setItems] = useState([]);\n';
    const file = `export function List() {\n${state}\n  return <ul>{items.map((i) => <li key={i}>{i}</li>)}</ul>;\n}\n`;
    assert.equal(
      sentence('a.tsx', file, `${state}  const [query, setQuery] = useState('');`),
      'The first lines of this code are in a.tsx, but it isn’t certain where it ends there. Select the lines that it replaces and apply it again.',
    );
  });

  it('says why a diff may be incomplete', () => {
    const diff = '@@ -1,4 +1,9 @@\n export const initial = 1;\n+export const most = 2;';
    assert.equal(
      sentence('a.ts', constant, diff),
      'This diff may be incomplete, because it states more lines than it has. Nothing is changed in a.ts.',
    );
  });

  it('names a property that would be declared twice', () => {
    const file = 'class A {\n  x = 1;\n\n  constructor() {\n    f();\n  }\n}\n';
    assert.equal(
      sentence('a.ts', file, '  constructor(private x: X) {\n    f();\n  }'),
      'With this code, a.ts would declare “x” twice. Select the lines that it replaces, then apply it again.',
    );
  });

  it('names lines that exist several times', () => {
    const file = 'FROM node:18 AS a\nWORKDIR /app\nRUN a\n\nFROM node:18 AS b\nWORKDIR /app\nRUN b\n';
    const code = 'FROM node:20 AS b\nWORKDIR /app\nRUN b --fast';
    assert.equal(sentence('Dockerfile', file, code), '“WORKDIR /app” exists several times in Dockerfile.');
  });

  it('says how often a name exists in the plural form of the language', () => {
    const place = () => ({ startLine: 1, endLine: 1 }) as never;
    const exists = (places: number) =>
      unclearSentence(
        {
          kind: 'unclear',
          reason: { kind: 'ambiguous', name: 'total' },
          places: Array.from({ length: places }, place),
        },
        'a.ts',
        { canReplace: true, canInsert: true },
      );
    assert.deepEqual([1, 2, 3].map(exists), [
      '“total” exists several times in a.ts.',
      '“total” exists twice in a.ts.',
      '“total” exists 3 times in a.ts.',
    ]);
    inRussian(cleanUp);
    assert.deepEqual([3, 5, 21].map(exists), [
      '“total” exists 3 times in a.ts. [few]',
      '“total” exists 5 times in a.ts. [many]',
      '“total” exists 21 time in a.ts.',
    ]);
  });
});
