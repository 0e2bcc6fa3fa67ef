/** Puts values in place of `{0}`, `{1}` … of a translated text. */
export function fillIn(text: string, ...values: readonly string[]): string {
  return text.replace(/\{(\d)\}/g, (place, index: string) => values[Number(index)] ?? place);
}
