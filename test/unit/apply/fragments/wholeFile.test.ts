import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

const run = (value: string) =>
  `run(a) {\n  const b = a + 1;\n  const c = b * 2;\n  const d = c - 3;\n  return ${value};\n}`;

describe('wholeFileEdit', () => {
  it('keeps the start of a file whose only function the block shows', () => {
    const starts = [
      'export const limit = 10;\nexport const other = 20;\n\n',
      "const fs = require('fs');\nconst path = require('path');\n\n",
      '// Copyright 2024 Foo Inc.\n\n',
      '#!/usr/bin/env node\n',
      '// @ts-check\n\n',
      '/** Runs. */\n',
    ];
    for (const start of starts) {
      const file = (value: string) => `${start}export function ${run(value)}\n`;
      assert.equal(applied('a.js', file('d'), `export function ${run('d + 1')}`), file('d + 1'));
    }
  });

  it('keeps an interface above a class, and a comment above an import', () => {
    const java = (value: number) =>
      `public interface B { int x(); }\n\npublic class A {\n  int x = ${value};\n\n  int get() {\n    return x;\n  }\n}\n`;
    assert.equal(applied('A.java', java(1), java(2).slice(java(2).indexOf('public class'), -1)), java(2));
    const script = (value: string) => `// header\n\nimport a from 'a';\n\nfunction ${run(value)}\n`;
    assert.equal(applied('a.js', script('d'), script('d + 1').slice('// header\n\n'.length, -1)), script('d + 1'));
  });

  it('replaces a file whose last suite of tests gets another name, but keeps a suite that the block leaves out', () => {
    const tests = (names: readonly string[]) =>
      names.map((name) => `  it('${name}', () => {\n    run('${name}');\n    check('${name}');\n  });\n`).join('\n');
    const suite = (name: string, names: readonly string[]) => `describe('${name}', () => {\n${tests(names)}});\n`;
    const start = `import { run } from './run';\n\n${suite('first', ['a', 'b', 'c', 'd'])}\n`;
    const file = start + suite('last', ['e', 'f']);
    const renamed = start + suite('the end', ['e', 'f']);
    assert.equal(applied('a.test.ts', file, renamed.trimEnd()), renamed);
    const other = start + suite('other', ['g', 'h']);
    assert.notEqual(applied('a.test.ts', file, other.trimEnd()), other);
    const route = (name: string) =>
      `app.get('/${name}', (req, res) => {\n  const rows = load('${name}');\n  if (!rows) fail(res);\n  res.json(rows);\n});\n`;
    const server = (names: readonly string[]) => `const app = express();\n\n${names.map(route).join('\n')}`;
    const routes = server(['users', 'orders', 'carts', 'prices', 'reports']);
    const planned = applied('a.js', routes, server(['users', 'orders', 'carts', 'items']).trimEnd());
    assert.ok(!planned.startsWith('const') || planned.includes('/prices'), planned);
  });

  it('is unclear if the block does not show fields of a class', () => {
    const file = `export class A {\n  a = 1;\n  b = 2;\n  c = 3;\n\n  ${run('d').replaceAll('\n', '\n  ')}\n}\n`;
    const code = `export class A {\n  ${run('d + 1').replaceAll('\n', '\n  ')}\n}`;
    assert.equal(applied('a.ts', file, code), 'incomplete');
  });

  it('is unclear if the first or the last function is another overload', () => {
    const cpp = (type: string, value: string) => `int f(${type} a) {\n  log();\n  return ${value};\n}\n`;
    const others = ['g', 'h', 'i'].map((name) => cpp('int', 'a').replace('f', name)).join('\n');
    const file = `${others}\n${cpp('int', 'a')}\n${cpp('long', 'a')}`;
    const code = `${others}\n${cpp('int', 'a + 1')}\n${cpp('double', 'floor(a)')}`;
    assert.equal(applied('a.cpp', file, code.slice(0, -1)), 'ambiguous');
    const first = `${cpp('int', 'a')}\n${cpp('long', 'a')}\n${others}`;
    assert.equal(applied('a.cpp', first, first.replace('f(int a)', 'f(char a)').slice(0, -1)), 'ambiguous');
    const changed = code.replace('double', 'long');
    assert.equal(applied('a.cpp', file, changed.slice(0, -1)), changed);
  });

  it('replaces the first import with an import of the same names from elsewhere', () => {
    const imports = [
      ['a.ts', "import assert from 'node:assert';", "import assert from 'node:assert/strict';"],
      ['a.ts', "import {\n  one,\n  a as two,\n} from './one.ts';", "import { one, two } from './two.ts';"],
      ['a.js', "const fs = require('fs');", "const fs = require('fs/promises');"],
      ['a.ts', '#!/usr/bin/env node\nconst limit = 1;', '#!/usr/bin/env -S node --test\nconst count = 1;'],
    ] as const;
    for (const [path, old, changed] of imports) {
      const file = (start: string, value: string) =>
        `${start}\nimport { c } from './c.ts';\n\nfunction ${run(value)}\n\nexport function g() {\n  return c(1);\n}\n`;
      assert.equal(applied(path, file(old, 'd'), file(changed, 'd + 1').slice(0, -1)), file(changed, 'd + 1'), old);
    }
    const python = (start: string, value: string) =>
      `${start}\n\ndef one():\n    a()\n    return 1\n\ndef two():\n    b(${value})\n    return 2\n`;
    for (const [old, changed] of [
      ['#!/usr/bin/env python3\nimport os', '#!/usr/bin/env python\nimport sys'],
      ['from a import b, c', 'from d import (\n    b,\n    c,\n)'],
      ['from a import (\n    b,\n    c,\n)', 'from d import b, c'],
      ['import numpy as np', 'import cupy as np'],
    ] as const)
      assert.equal(applied('a.py', python(old, ''), python(changed, '1').slice(0, -1)), python(changed, '1'), old);
  });

  it('keeps the start of a comment of which the block shows only the end', () => {
    const file = (value: number) =>
      `#!/usr/bin/env python\n\n# Copyright.\n# See the license.\n# ---\nimport a\n\nb = ${value}\n\na.run(b)\n`;
    const code = file(2).slice(file(2).indexOf('# See')).trimEnd();
    assert.equal(applied('a.py', file(1), code), file(2));
  });

  it('replaces the first statement with one in another style', () => {
    const file = (end: string) => `'use strict'${end}\n\n/* All. */\nconst a = 1;\n\nrun(a);\n`;
    assert.equal(applied('a.js', file(';'), file('').slice(0, -1)), file(''));
  });

  it('replaces a file of Python whose text has a line that ends like a header', () => {
    const file = '"""Adds up.\n\n  Notes:\n\nNone.\n"""\n\ndef f(a):\n    b(a)\n    return 1\n';
    assert.equal(applied('a.py', file, file.replace('1', '2').slice(0, -1)), file.replace('1', '2'));
  });

  it('replaces a Dockerfile with another image, unless it has several', () => {
    const file = (image: string, other = '') =>
      `FROM ${image}\nWORKDIR /app\nCOPY . .\nRUN npm ci\nRUN npm run build\n${other}USER node\nCMD ["node", "a.js"]\n`;
    const code = (other?: string) => file('node:24-slim AS build', other).trimEnd();
    assert.equal(applied('Dockerfile', file('node:20-alpine'), code()), file('node:24-slim AS build'));
    const second = 'FROM scratch\n';
    assert.equal(applied('Dockerfile', file('node:20-alpine', second), code(second)), 'noNeighbours');
  });

  it('is unclear if the first import has become one of other names, and may still be used', () => {
    const file = (start: string, value: string) =>
      `${start}\nimport { c } from './c.ts';\n\nfunction ${run(value)}\n\nexport function g() {\n  return c(1);\n}\n`;
    for (const [old, other] of [
      ["import { a, x } from './a.ts';", "import { a } from './b.ts';"],
      ["import './a.css';", "import './b.css';"],
    ] as const)
      assert.equal(applied('a.ts', file(old, 'd'), file(other, 'd + 1').slice(0, -1)), 'incomplete');
  });

  it('is unclear if the block may be a version of the file without its first comment or its last statements', () => {
    const file = (start: string, value: string, end: string) =>
      `${start}import { c } from './c.js';\n\nexport function ${run(value)}\n\nmodule.exports = c;\n${end}`;
    const [start, end] = ['/* eslint-disable */\n', 'module.exports.run = run;\nmodule.exports.limit = 10;\n'];
    const [whole, changed] = [file(start, 'd', end), file(start, 'd + 1', end)];
    assert.equal(applied('a.js', whole, file('', 'd + 1', end).slice(0, -1)), 'incomplete');
    assert.equal(applied('a.js', whole, file(start, 'd + 1', '').slice(0, -1)), 'incomplete');
    // A block without the imports is often meant as a part, and so is a single function.
    const [, withoutImports = ''] = changed.split("'./c.js';\n\n");
    assert.equal(applied('a.js', whole, withoutImports.slice(0, -1)), changed);
    assert.equal(applied('a.js', whole, `export function ${run('d + 1')}`), changed);
  });

  it('replaces a file whose first import the block leaves out, if the block uses none of its names', () => {
    const ts = (start: string, call: string) =>
      `${start}import { config } from '../config';\n\nexport function format(value: Date): string {\n  return ${call}(value).format(config.format);\n}\n`;
    const python = (start: string, body: string) => `${start}import json\n\n\ndef load(url):\n    ${body}\n`;
    const script = (name: string) =>
      `const ${name} = require('${name}');\nconst config = require('./config');\n\nfunction load(url) {\n  return ${name}(url, config);\n}\n\nmodule.exports = { load };\n`;
    const django = (start: string, line: string) =>
      `${start}from django.shortcuts import render\n\nfrom .forms import Form\n\n\ndef show(request):\n    form = Form(request.POST)\n    if form.is_valid():\n        form.save()\n${line}    return render(request, "a.html", {"form": form})\n`;
    for (const [path, file, changed] of [
      ['a.ts', ts("import moment from 'moment';\n", 'moment'), ts("import dayjs from 'dayjs';\n", 'dayjs')],
      [
        'a.py',
        python('import urllib2\n', 'return urllib2.urlopen(url)'),
        python('import requests\n', 'return requests.get(url)'),
      ],
      ['a.js', script('request'), script('axios')],
      ['a.py', django('from django.contrib import messages\n', '        messages.success(request)\n'), django('', '')],
    ] as const)
      assert.equal(applied(path, file, changed.slice(0, -1)), changed);
    const used = ts("import moment from 'moment';\n", 'moment');
    const other = ts("import dayjs from 'dayjs';\n", 'moment');
    assert.equal(applied('a.ts', used, other.slice(0, -1)), 'incomplete');
  });

  it('is unclear in a short file, too, if the block has all functions, and only its start or its end differs', () => {
    const c = (header: string, call: string) =>
      `#include ${header}\n#include <string.h>\n\nint go(const char *s)\n{\n\t${call}("%zu", strlen(s));\n\treturn 0;\n}\n`;
    assert.equal(applied('a.c', c('<stdio.h>', 'printf'), c('"log.h"', 'log_info').slice(0, -1)), 'incomplete');
    const y = 'function y() {\n  return a(2);\n}\n';
    const file = (declaration: string, end: string) =>
      `import a from 'a';\n\n${declaration} x() {\n  return a(1);\n}\n\n${y}${end}`;
    const code = file('export function', '').slice(0, -1);
    assert.equal(applied('a.ts', file('function', '\nexport default x;\n'), code), 'incomplete');
  });
});
