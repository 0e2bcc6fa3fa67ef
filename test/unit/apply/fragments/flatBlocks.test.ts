import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('The last function or rule of a block that is not indented', () => {
  it('is replaced without the end of the block', () => {
    const script = '<script setup>\nconst a = ref(1);\n\nfunction b() {\n  a.value += 1;\n}\n</script>\n\n<style>\n';
    const page = `${script}.c {\n  margin: 1px;\n}\n</style>\n`;
    assert.equal(applied('a.vue', page, 'function b() {\n  a.value += 2;\n}'), page.replace('+= 1', '+= 2'));
    assert.equal(applied('a.vue', page, '.c {\n  margin: 2px;\n}'), page.replace('1px', '2px'));
    const nginx = 'server {\nlocation / {\n  root /a;\n}\n}\n';
    assert.equal(applied('nginx.conf', nginx, 'location / {\n  root /b;\n}'), nginx.replace('/a', '/b'));
    const shell = 'if [ -f a ]\nthen\nb() {\n  c\n}\nfi\n';
    assert.equal(applied('a.sh', shell, 'b() {\n  d\n}'), shell.replace('  c', '  d'));
    const list = '<details>\n- one\n  two\n</details>\n';
    assert.equal(applied('a.md', list, '- one\n  three'), list.replace('two', 'three'));
  });
});
