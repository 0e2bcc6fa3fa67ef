import { strict as assert } from 'node:assert';
import { planFile } from '../../../../src/apply/planFile.ts';

describe('A statement that the file has in a function', () => {
  const script =
    'class A {\n  start() {\n    this.count = 0;\n    this.log(1);\n  }\n\n  stop() {\n    this.timer = 1;\n  }\n}\n';
  const python = 'def load():\n    log.info(1)\n    return 1\n\n\ndef save():\n    return 2\n\n\nlog.debug(1)\n';
  const kindOf = (path: string, text: string, code: string, before = '') => {
    const plan = planFile([{ code, info: '', before }], { path, text });
    return plan.kind === 'unclear' ? plan.reason.kind : plan.kind;
  };

  it('is not unchanged if nothing says that the block means this function', () => {
    for (const code of ['this.count = 0;', 'this.count = 0;\nthis.log(1);', '// ...\nthis.count = 0;\n// ...'])
      for (const before of ['', 'Add this to `stop`:', 'Call `start()` first.\n\nAdd this to stop():'])
        assert.equal(kindOf('a.ts', script, code, before), 'noNeighbours', code + before);
    assert.equal(kindOf('a.py', python, '    log.info(1)'), 'noNeighbours');
  });

  it('gets no comment that names another function', () => {
    assert.equal(kindOf('a.ts', script, '// in stop()\nthis.count = 0;'), 'noNeighbours');
    assert.equal(kindOf('a.ts', script, '// The first one\nthis.count = 0;'), 'change');
  });

  it('is unchanged if the reply or a comment names this function', () => {
    for (const before of ['Add this to `A.start`:', 'At the start of `start`, unlike in `stop`:'])
      assert.equal(kindOf('a.ts', script, 'this.count = 0;', before), 'unchanged', before);
    assert.equal(kindOf('a.py', python, 'log.info(1)', 'In load():'), 'unchanged');
  });

  it('is unchanged outside of functions, in a whole declaration, and with more lines', () => {
    assert.equal(kindOf('a.py', python, 'log.debug(1)'), 'unchanged');
    assert.equal(kindOf('a.py', python, 'log.debug(1)', 'Add this to `save`:'), 'noNeighbours');
    assert.equal(kindOf('a.py', python, 'def save():\n    return 2'), 'unchanged');
    const longer = script.replace('log(1);', 'log(1);\n    this.log(2);');
    assert.equal(kindOf('a.ts', longer, 'this.count = 0;\nthis.log(1);\nthis.log(2);'), 'unchanged');
  });
});
