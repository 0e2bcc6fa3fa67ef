import assert from 'node:assert/strict';
import { fillTemplate, listPromptTemplates } from '../../../../src/vscode/context/promptTemplates.ts';

const prompt = (name: string, text: string) => ({ name, text, isFromWorkspace: true });

describe('listPromptTemplates', () => {
  it('returns the prompts in the settings, then the built-in prompts that have other names', () => {
    const names = listPromptTemplates([prompt('Mine', 'a'), prompt('EXPLAIN', 'b'), prompt('mine', 'c')]).map(
      ({ name }) => name,
    );
    assert.deepEqual(names, ['Mine', 'EXPLAIN', 'Fix', 'Write tests', 'Document']);
  });

  it('leaves the placeholders in the texts, because filling them takes time for each character', () => {
    assert.equal(listPromptTemplates([prompt('Mine', 'Test ${selection}')])[0]?.text, 'Test ${selection}');
  });
});

describe('fillTemplate', () => {
  it('replaces each placeholder, and tells whether the prompt is about the selection, as the built-in prompts are', () => {
    assert.deepEqual(fillTemplate(prompt('a', '${selection}, then ${selection}')), {
      text: 'the selected code, then the selected code',
      usesSelection: true,
    });
    assert.equal(fillTemplate(listPromptTemplates([])[0]!).usesSelection, true);
    assert.deepEqual(fillTemplate(prompt('a', '${selected}')), { text: '${selected}', usesSelection: false });
  });
});
