import type { ThemeRegistration } from '@shikijs/core';

/**
 * Which CSS class a grammar's scopes get (`token-…` in media/code.css). The grammar engine knows only
 * colours, so each class has a stand-in colour here: its index as a hexadecimal number.
 */
const scopes: readonly (readonly [className: string, scopes: readonly string[]])[] = [
  ['plain', ['meta.embedded', 'source.groovy.embedded', 'meta.template.expression', 'keyword.operator', 'variable.css', 'string meta.image.inline.markdown']],
  ['comment', ['comment', 'punctuation.definition.comment']],
  ['string', ['string', 'meta.embedded.assembly', 'markup.inline.raw', 'meta.property-value support.constant', 'support.constant.property-value']],
  ['escape', ['constant.character.escape']],
  ['regexp', ['string.regexp', 'constant.regexp', 'constant.character.character-class.regexp', 'keyword.operator.or.regexp']],
  ['number', ['constant.numeric', 'keyword.other.unit', 'keyword.operator.plus.exponent', 'keyword.operator.minus.exponent']],
  [
    'keyword',
    [
      'keyword', 'storage', 'storage.type', 'storage.modifier', 'constant.language', 'variable.language', 'punctuation.section.embedded',
      'punctuation.definition.template-expression', 'keyword.operator.new', 'keyword.operator.expression', 'keyword.operator.cast',
      'keyword.operator.sizeof', 'keyword.operator.instanceof', 'keyword.operator.logical.python', 'keyword.operator.wordlike',
    ],
  ],
  ['control', ['keyword.control', 'source.cpp keyword.operator.new', 'keyword.operator.delete', 'keyword.other.using', 'keyword.other.operator', 'storage.type.import', 'entity.name.operator']],
  ['function', ['entity.name.function', 'support.function', 'support.constant.handlebars', 'variable.other.generic-type.haskell', 'entity.name.command']],
  [
    'type',
    [
      'support.class', 'support.type', 'entity.name.type', 'entity.name.namespace', 'entity.name.class', 'entity.other.inherited-class', 'entity.other.attribute',
      'entity.name.scope-resolution', 'storage.type.cs', 'storage.type.generic.cs', 'storage.type.java', 'storage.type.generic.java', 'storage.type.annotation.java',
      'storage.type.numeric.go', 'storage.type.string.go', 'storage.type.boolean.go', 'storage.type.error.go', 'storage.type.groovy',
    ],
  ],
  ['variable', ['variable', 'meta.definition.variable.name', 'support.variable', 'entity.name.variable', 'support.type.property-name', 'support.type.vendored.property-name', 'meta.object-literal.key', 'entity.name.tag.yaml']],
  ['constant', ['variable.other.constant', 'variable.other.enummember', 'support.constant.math', 'support.constant.color']],
  ['tag', ['entity.name.tag', 'punctuation.definition.tag', 'entity.name.selector']],
  ['attribute', ['entity.other.attribute-name']],
  ['inserted', ['markup.inserted', 'punctuation.definition.inserted']],
  ['deleted', ['markup.deleted', 'punctuation.definition.deleted']],
  ['heading', ['markup.heading', 'meta.diff.header', 'meta.diff.range']],
  ['invalid', ['invalid']],
];

export const tokenTheme: ThemeRegistration = {
  name: 'tally',
  type: 'dark',
  fg: standInColor(0),
  bg: '#ffffff',
  settings: scopes.map(([, scope], index) => ({ scope: [...scope], settings: { foreground: standInColor(index) } })),
};

/** The CSS class of a token of this stand-in colour; undefined for plain text. */
export function tokenClass(color: string | undefined): string | undefined {
  const index = color === undefined ? 0 : Number.parseInt(color.slice(1), 16);
  const className = scopes[index]?.[0] ?? 'plain';
  return className === 'plain' ? undefined : `token-${className}`;
}

function standInColor(index: number): string {
  return `#${index.toString(16).padStart(6, '0')}`;
}
