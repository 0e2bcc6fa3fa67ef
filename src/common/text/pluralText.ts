/**
 * A text for each plural category of `Intl.PluralRules`. English has only `one` and `other`. Translations need `few` and
 * `many`, which therefore are separate entries of the localization bundle, with the category as the comment.
 */
export interface PluralTexts {
  readonly one: string;
  readonly few: string;
  readonly many: string;
  readonly other: string;
}

/** Returns the text for `count` in the language `locale`, a BCP 47 tag. */
export function pluralText(count: number, locale: string, texts: PluralTexts): string {
  const category = new Intl.PluralRules(locale).select(count);
  return category === 'one' || category === 'few' || category === 'many' ? texts[category] : texts.other;
}
