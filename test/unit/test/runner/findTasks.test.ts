import { strict as assert } from 'node:assert';
import { statSync } from 'node:fs';
import { findTasks } from '../../../runner/findTasks.ts';

describe('findTasks', () => {
  const namesOf = (...names: readonly string[]) => findTasks(names, 'npm').map(({ name }) => name);

  it('makes one task for each folder directly in test/unit, for each test file outside these folders, and for each UI test file in VS Code', () => {
    const names = namesOf('unit', 'test/ui');
    for (const name of ['unit/meter', 'unit/imports.test.ts', 'ui/costInWorkbench.test.ts']) {
      assert.equal(names.filter((each) => each === name).length, 1, name);
    }
  });

  it('distributes the UI tests that do not start VS Code over a few tasks of about the same size', () => {
    const tasks = findTasks(['ui'], 'npm').filter(({ name }) => name.startsWith('ui/pages '));
    const groups = tasks.map(({ nodeArguments }) => nodeArguments.filter((each) => each.endsWith('.test.ts')));
    const files = groups.flat();
    assert.equal(tasks.length, 8);
    assert.equal(new Set(files).size, files.length);
    for (const file of ['test/ui/panelQueue.test.ts', 'test/ui/package.test.ts']) assert.ok(files.includes(file), file);
    const sizes = groups.map((group) => group.reduce((sum, file) => sum + statSync(file).size, 0));
    assert.ok(Math.max(...sizes) < 1.5 * Math.min(...sizes), sizes.join(', '));
  });

  it('finds the task for a test file or a folder', () => {
    assert.deepEqual(namesOf('test/unit/meter/cost.test.ts'), ['unit/meter']);
    assert.deepEqual(findTasks(['test/unit/meter/cost.test.ts'], 'npm')[0]?.nodeArguments.slice(-1), [
      'test/unit/meter/cost.test.ts',
    ]);
    assert.deepEqual(namesOf('test/unit/meter/ledger'), ['unit/meter']);
  });

  it('makes one task for files of the same folder in test/unit, whichever names select them', () => {
    const files = ['test/unit/meter/cost.test.ts', 'test/unit/meter/budget.test.ts'];
    assert.deepEqual(findTasks([...files, files[0]!], 'npm')[0]?.nodeArguments.slice(-3), ['30000', ...files]);
    const [whole] = findTasks(['unit', ...files], 'npm').filter(({ name }) => name === 'unit/meter');
    assert.ok((whole?.nodeArguments.length ?? 0) > 20);
  });

  it('selects all integration tests for a path in test/integration', () => {
    const names = namesOf('test/integration/codeEdits.test.ts', 'test/integration/codeActions.test.ts');
    assert.deepEqual(names, ['provision', 'package', 'integration']);
  });

  it('adds the tasks `provision` and `package`, which a UI test needs', () => {
    assert.deepEqual(namesOf('test/ui/panelQueue.test.ts'), ['provision', 'package', 'ui/panelQueue.test.ts']);
  });

  it('sorts UI tests in VS Code before other UI tests, large files before small ones, and unit tests last', () => {
    const names = namesOf('ui', 'unit');
    assert.ok(names.indexOf('ui/messageBoxInWorkbench.test.ts') < names.indexOf('ui/setupInWorkbench.test.ts'));
    assert.ok(names.indexOf('ui/setupInWorkbench.test.ts') < names.indexOf('ui/pages 1'));
    assert.ok(names.indexOf('ui/pages 8') < names.indexOf('unit/meter'));
  });

  it('throws an error for a name that is neither a part nor a path with tests', () => {
    assert.throws(() => namesOf('nonsense'), /"nonsense" is neither/);
    assert.throws(() => namesOf('src/meter'), /no tests at "src\/meter"/);
  });
});
