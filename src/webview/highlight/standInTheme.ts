import type { IRawThemeSetting } from '@shikijs/vscode-textmate';

/**
 * Maps the variables of media/code.css (`--token-…`) to grammar scopes, for use while the editor's theme is unknown.
 * A TextMate theme cannot assign variables, so each variable is encoded as a colour. The colour is the index of the
 * variable in this list, in hexadecimal. `plain` has no variable; it stands for the colour of the surrounding text.
 */
const scopes: readonly (readonly [name: string, scopes: readonly string[]])[] = [
  [
    'plain',
    [
      'meta.embedded',
      'source.groovy.embedded',
      'meta.template.expression',
      'keyword.operator',
      'variable.css',
      'string meta.image.inline.markdown',
    ],
  ],
  ['comment', ['comment', 'punctuation.definition.comment']],
  [
    'string',
    [
      'string',
      'meta.embedded.assembly',
      'markup.inline.raw',
      'meta.property-value support.constant',
      'support.constant.property-value',
    ],
  ],
  ['escape', ['constant.character.escape']],
  [
    'regexp',
    ['string.regexp', 'constant.regexp', 'constant.character.character-class.regexp', 'keyword.operator.or.regexp'],
  ],
  [
    'number',
    ['constant.numeric', 'keyword.other.unit', 'keyword.operator.plus.exponent', 'keyword.operator.minus.exponent'],
  ],
  [
    'keyword',
    [
      'keyword',
      'storage',
      'storage.type',
      'storage.modifier',
      'constant.language',
      'variable.language',
      'punctuation.section.embedded',
      'punctuation.definition.template-expression',
      'keyword.operator.new',
      'keyword.operator.expression',
      'keyword.operator.cast',
      'keyword.operator.sizeof',
      'keyword.operator.instanceof',
      'keyword.operator.logical.python',
      'keyword.operator.wordlike',
    ],
  ],
  [
    'control',
    [
      'keyword.control',
      'source.cpp keyword.operator.new',
      'keyword.operator.delete',
      'keyword.other.using',
      'keyword.other.operator',
      'storage.type.import',
      'entity.name.operator',
    ],
  ],
  [
    'function',
    [
      'entity.name.function',
      'support.function',
      'support.constant.handlebars',
      'variable.other.generic-type.haskell',
      'entity.name.command',
    ],
  ],
  [
    'type',
    [
      'support.class',
      'support.type',
      'entity.name.type',
      'entity.name.namespace',
      'entity.name.class',
      'entity.other.inherited-class',
      'entity.other.attribute',
      'entity.name.scope-resolution',
      'storage.type.cs',
      'storage.type.generic.cs',
      'storage.type.java',
      'storage.type.generic.java',
      'storage.type.annotation.java',
      'storage.type.numeric.go',
      'storage.type.string.go',
      'storage.type.boolean.go',
      'storage.type.error.go',
      'storage.type.groovy',
    ],
  ],
  [
    'variable',
    [
      'variable',
      'meta.definition.variable.name',
      'support.variable',
      'entity.name.variable',
      'support.type.property-name',
      'support.type.vendored.property-name',
      'meta.object-literal.key',
      'entity.name.tag.yaml',
    ],
  ],
  [
    'constant',
    ['variable.other.constant', 'variable.other.enummember', 'support.constant.math', 'support.constant.color'],
  ],
  ['tag', ['entity.name.tag', 'punctuation.definition.tag', 'entity.name.selector']],
  ['attribute', ['entity.other.attribute-name']],
  ['inserted', ['markup.inserted', 'punctuation.definition.inserted']],
  ['deleted', ['markup.deleted', 'punctuation.definition.deleted']],
  ['heading', ['markup.heading', 'meta.diff.header', 'meta.diff.range']],
  ['invalid', ['invalid']],
];

/** A theme for use while the editor's theme is unknown. Its colours encode variables; see `standInVariable`. */
export const standInTheme: readonly IRawThemeSetting[] = scopes.map(([, scope], index) => ({
  scope: [...scope],
  settings: { foreground: `#${index.toString(16).padStart(6, '0')}` },
}));

/** Returns the CSS value for a colour of `standInTheme`; undefined for plain text or if `color` is undefined. */
export function standInVariable(color: string | undefined): string | undefined {
  const name = color === undefined ? undefined : scopes[Number.parseInt(color.slice(1), 16)]?.[0];
  return name === undefined || name === 'plain' ? undefined : `var(--token-${name})`;
}
