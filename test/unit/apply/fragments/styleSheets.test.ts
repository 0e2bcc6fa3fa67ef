import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('A rule of a style sheet', () => {
  const sheet =
    'body {\n  margin: 0;\n}\n\n.header {\n  gap: 8px;\n  padding: 16px;\n}\n\n.button,\n.link {\n  color: red;\n}\n';

  it('is replaced even if its selector begins with a dot', () => {
    const rule = '.header {\n  gap: 4px;\n  padding: 16px;\n}';
    assert.equal(applied('a.css', sheet, rule), sheet.replace('8px', '4px'));
    assert.equal(applied('a.css', sheet, '.button,\n.link {\n  color: blue;\n}'), sheet.replace('red', 'blue'));
  });

  it('does not replace another rule that ends with the same lines', () => {
    const rules = 'body {\n  margin: 1px;\n}\n\nmain {\n  max-width: 960px;\n  padding: 16px;\n}';
    assert.equal(applied('a.css', sheet, rules), 'incomplete');
  });

  it('does not replace a rule that only holds under a condition', () => {
    const print = `${sheet}\n@media print {\n  .menu {\n    gap: 0;\n  }\n}\n`;
    const rule = '.menu {\n  gap: 1px;\n}';
    assert.equal(applied('a.css', print, rule), 'notFound');
    const sameEnd = print.replace('gap: 0;', 'gap: 0;\n    margin: 0;');
    assert.equal(applied('a.css', sameEnd, rule.replace('1px;', '1px;\n  margin: 0;')), 'notFound');
    assert.equal(applied('a.scss', print.replace('media print', 'include mobile'), rule), 'notFound');
    assert.equal(
      applied('a.css', print, `@media print {\n${rule.replaceAll(/^/gm, '  ')}\n}`),
      print.replace('gap: 0', 'gap: 1px'),
    );
    assert.equal(
      applied('a.css', `${rule}\n\n${print}`, rule.replace('1', '2')),
      `${rule.replace('1', '2')}\n\n${print}`,
    );
  });
});
