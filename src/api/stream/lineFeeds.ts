/**
 * Makes every line end of a text that comes in pieces, CRLF or a lone CR, a line feed, at once: a CR at the end
 * of a piece ends the line, and the LF that may open the next one is left out.
 */
export function createLineFeeds(): (text: string) => string {
  let endedWithCarriageReturn = false;
  return (text) => {
    if (text === '') return '';
    const rest = endedWithCarriageReturn && text.startsWith('\n') ? text.slice(1) : text;
    endedWithCarriageReturn = text.endsWith('\r');
    return rest.includes('\r') ? rest.replaceAll(/\r\n?/g, '\n') : rest;
  };
}
