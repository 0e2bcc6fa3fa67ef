/** Joins the texts that are not empty as paragraphs, with an empty line between them. */
export function joinParagraphs(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}
