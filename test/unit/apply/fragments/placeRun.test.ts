import { strict as assert } from 'node:assert';
import { placeRun, withoutBlankEnds, type Bounds, type PlacedRun } from '../../../../src/apply/fragments/placeRun.ts';
import { languageOfPath } from '../../../../src/apply/languages.ts';
import { splitCode } from '../../../../src/apply/lines/fileLines.ts';
import { createLineFinder } from '../../../../src/apply/lines/findLines.ts';
import { blockStyle } from '../../../../src/apply/lines/fitLines.ts';
import { createOutline } from '../../../../src/apply/outline/outline.ts';
import { scanCode } from '../../../../src/apply/outline/scanCode.ts';
import type { UnclearPlan } from '../../../../src/apply/planTypes.ts';

describe('placeRun', () => {
  const file = 'first();\nadd(1);\nadd(2);\n\nif (a) {\n  second();\n}\nlast();';

  /** Places the lines of a block from `from` on between lines of the file, by default anywhere. */
  function place(block: string, bounds: Partial<Bounds> = {}, text = file, from = 0): PlacedRun | UnclearPlan {
    const language = languageOfPath('a.ts');
    const [code, lines] = [splitCode(block), splitCode(text)];
    const finder = createLineFinder(lines);
    const fragment = {
      ...{
        finder,
        fit: blockStyle(code, finder),
        bodyElisions: new Set<number>(),
        isChosen: false,
        isOnlyBlock: true,
        named: new Set<string>(),
      },
      block: createOutline(scanCode(code, language)),
      file: createOutline(scanCode(lines, language)),
    };
    const anywhere = { start: 0, end: lines.length, isStartFixed: false, isEndFixed: false };
    return placeRun(fragment, { start: from, end: code.length }, { ...anywhere, ...bounds });
  }

  /** Returns the changed lines, or the reason why the place is unclear. */
  function edited(...parameters: Parameters<typeof place>): string {
    const placed = place(...parameters);
    if ('kind' in placed) return placed.reason.kind;
    const { start, end, lines } = placed.edit ?? { start: 0, end: 0, lines: [] };
    return `${start}-${end} ${lines.join('|')}`;
  }

  it('replaces the lines between unchanged lines at the start and the end', () => {
    assert.equal(edited('first();\nnew();\nadd(2);'), '0-3 first();|new();|add(2);');
    assert.equal(edited('add(2);\n\nif (b) {\n  second();\n}\nlast();'), '2-8 add(2);||if (b) {|  second();|}|last();');
    assert.equal(edited('first();\nadd(2);'), '0-3 first();|add(2);');
    assert.equal(edited('\nfirst();\nadd(1);\n'), '0-2 first();|add(1);');
  });

  it('indents the lines like the file', () => {
    assert.equal(edited('second();\nnew();\n}\nlast();'), 'notFound');
    assert.equal(edited('  second();\n  new();\n}\nlast();'), '5-8   second();|  new();|}|last();');
    const inner = 'if (a) {\n  if (b) {\n    first();\n    second();\n  }\n}';
    assert.equal(edited('first();\nnew();\nsecond();', {}, inner), '2-4     first();|    new();|    second();');
  });

  it('keeps the indentation of the block if its other unchanged lines have that of the file', () => {
    const mixed = 'a();\n    b();\nd();\n    e();\nfirst();\n\tc();\nlast();';
    const block = 'first();\n\tnew();\n\tc();\n\tother();\nlast();';
    assert.equal(edited(block, {}, mixed), `4-7 ${block.replaceAll('\n', '|')}`);
  });

  it('is unclear if the unchanged lines are missing, not distinctive, or in another order', () => {
    const blocks: readonly (readonly [block: string, reason: string])[] = [
      ['new();\nlast();', 'notFound'],
      ['first();\nnew();', 'openEnd'],
      ['}\nnew();\nlast();', 'notFound'],
      ['second();\nnew();\n}', 'notFound'],
      ['last();\nnew();\nfirst();', 'openEnd'],
    ];
    for (const [block, reason] of blocks) assert.equal(edited(block), reason, block);
  });

  it('is unclear, and returns the places whose end is known, if the unchanged lines are at several places', () => {
    const text = `${file}\nfirst();\nadd(1);\nother();\n${file}`;
    const placed = place('first();\nadd(1);\nnew();\nlast();', {}, text);
    assert.ok('kind' in placed);
    assert.deepEqual(placed.reason, { kind: 'ambiguous', name: 'first();' });
    assert.deepEqual(placed.places, [
      { startLine: 0, endLine: 8 },
      { startLine: 11, endLine: 19 },
    ]);
    const ends = place('first();\nnew();\nlast();', {}, `${file}\nadd(3);\nlast();`);
    assert.ok('kind' in ends);
    assert.deepEqual(ends.reason, { kind: 'ambiguous', name: 'last();' });
    assert.deepEqual(ends.places, [
      { startLine: 0, endLine: 8 },
      { startLine: 0, endLine: 10 },
    ]);
  });

  it('does not take brackets for the name of a place', () => {
    const brackets = place('first();\nnew();\n}', {}, `${file}\nif (b) {\n}`);
    assert.ok('kind' in brackets);
    assert.deepEqual(brackets.reason, { kind: 'notFound' });
    const call = place('});\nfirst();\nnew();\nlast();', {}, `});\n${file}\n});\n${file}`);
    assert.ok('kind' in call);
    assert.deepEqual(call.reason, { kind: 'ambiguous', name: 'first();' });
  });

  it('is unclear if the replaced lines open or close another number of brackets', () => {
    const placed = place('add(2);\nif (b) {\nlast();');
    assert.ok('kind' in placed);
    assert.deepEqual(placed.reason, { kind: 'incomplete' });
    assert.deepEqual(placed.places, [{ startLine: 3, endLine: 7 }]);
  });

  it('needs no unchanged lines at fixed bounds, and keeps blank lines there', () => {
    const start = { start: 0, isStartFixed: true };
    const end = { end: 8, isEndFixed: true };
    assert.equal(edited('new();\nadd(2);', start), '0-3 new();|add(2);');
    assert.equal(edited('add(1);\nnew();', end), '1-8 add(1);|new();');
    assert.equal(edited('new();', { ...start, end: 4, isEndFixed: true }), '0-3 new();');
  });

  it('does not place lines at the start of a section that are indented otherwise than its header', () => {
    const card = 'return (\n  <section>\n    <Title big />\n  </section>\n);';
    const bounds = { start: 1, end: 4, isStartFixed: true };
    const block = 'return (\n  <div>\n    <section>\n      <Title big />';
    const fixed = (text: string) => {
      const placed = place(text, bounds, card, 1);
      return 'kind' in placed ? placed.reason.kind : placed.edit?.lines;
    };
    assert.equal(fixed(block), 'notFound');
    assert.deepEqual(fixed('return (\n  <br />\n  <section>\n    <Title big />'), [
      '  <br />',
      '  <section>',
      '    <Title big />',
    ]);
  });

  it('places no lines at fixed bounds, or before the bounds', () => {
    const bounds = { start: 2, end: 4 };
    const placed = place(' \n', { ...bounds, isStartFixed: true, isEndFixed: true });
    assert.ok(!('kind' in placed));
    assert.deepEqual([placed.region.start, placed.region.end, placed.edit], [2, 4, undefined]);
    assert.deepEqual(place('', bounds), { region: { start: 2, end: 2 }, edit: undefined });
  });

  it('finds unchanged lines only between the bounds', () => {
    assert.equal(edited('first();\nnew();\nadd(2);', { start: 1 }), 'notFound');
    assert.equal(edited('first();\nnew();\nlast();', { end: 7 }), 'openEnd');
  });
});

describe('withoutBlankEnds', () => {
  it('excludes blank lines at the start and the end', () => {
    const lines = ['', 'a', '', 'b', ' ', ''];
    assert.deepEqual(withoutBlankEnds(lines, { start: 0, end: 6 }), { start: 1, end: 4 });
    assert.deepEqual(withoutBlankEnds(lines, { start: 4, end: 6 }), { start: 6, end: 6 });
  });
});
