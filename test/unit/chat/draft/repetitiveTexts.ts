/** Returns a text of `length` code units and a part that it does not contain, for which `includes` takes very long. */
export function repetitiveTexts(length: number): readonly [whole: string, part: string] {
  return ['a'.repeat(length), `${'a'.repeat(300)}b${'a'.repeat(length / 2)}`];
}
