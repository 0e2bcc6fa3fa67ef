import { strict as assert } from 'node:assert';
import { applied } from './fragments/applied.ts';

describe('a block that shows a part of a component', () => {
  const script = "import { ref } from 'vue'\n\nconst n = ref(0)\n\nfunction inc() {\n  n.value++\n}\n";
  const style = '.count {\n  color: red;\n}\n';
  const template = '<template>\n  <p @click="inc">{{ n }}</p>\n</template>\n';
  const file = `<script setup>\n${script}</script>\n\n${template}\n<style scoped>\n${style}</style>\n`;

  it('changes only the shown function of its script', () => {
    const code = '<script setup>\nfunction inc() {\n  n.value += 2\n}\n</script>';
    assert.equal(applied('Count.vue', file, code), file.replace('n.value++', 'n.value += 2'));
    const imported = `<script setup>\nimport { log } from './log'\n\n${code.slice('<script setup>\n'.length)}`;
    assert.equal(
      applied('Count.vue', file, imported),
      file.replace('n.value++', 'n.value += 2').replace("'vue'\n", "'vue'\nimport { log } from './log'\n"),
    );
  });

  it('replaces a whole script, and changes its tag', () => {
    const changed = script.replace('ref(0)', 'ref<number>(1)');
    assert.equal(
      applied('Count.vue', file, `<script setup lang="ts">\n${changed}</script>`),
      file.replace(script, changed).replace('<script setup>', '<script setup lang="ts">'),
    );
  });

  it('keeps the rules of a style sheet that it does not show, or asks', () => {
    assert.equal(
      applied('Count.vue', file, '<style scoped>\n.count {\n  color: blue;\n}\n\n.total {\n  margin: 0;\n}\n</style>'),
      file.replace(style, '.count {\n  color: blue;\n}\n\n.total {\n  margin: 0;\n}\n'),
    );
    assert.equal(applied('Count.vue', file, '<style scoped>\n.total {\n  margin: 0;\n}\n</style>'), 'notFound');
  });

  it('changes several sections, and a script of a page', () => {
    const shown = template.replace('@click', 'class="count" @click');
    assert.equal(
      applied('Count.vue', file, `<script setup>\nfunction inc() {\n  n.value = 5\n}\n</script>\n\n${shown}`),
      file.replace('n.value++', 'n.value = 5').replace('@click', 'class="count" @click'),
    );
    const page =
      '<html>\n  <script>\n    const a = 1;\n\n    function f() {\n      return a;\n    }\n  </script>\n</html>\n';
    assert.equal(
      applied('a.html', page, '<script>\n  function f() {\n    return a + 1;\n  }\n</script>'),
      page.replace('return a', 'return a + 1'),
    );
  });

  it('may be the whole component', () => {
    const other = file.replace('ref(0)', 'ref(7)').replace('red', 'blue');
    assert.equal(applied('Count.vue', file, other.trimEnd()), other);
  });

  it('asks about a script that is another one', () => {
    const code =
      '<script setup>\nimport { useCounter } from "./counter"\nconst { count, add } = useCounter()\n</script>';
    assert.notEqual(applied('Count.vue', file, code), file);
    assert.ok(!applied('Count.vue', file, code).includes('<script'));
  });
});
