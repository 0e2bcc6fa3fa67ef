const maxLength = 80;

/** The first words of a message, for those who hear which one they are at. */
export function beginning(text: string): string {
  const line = text.slice(0, 4 * maxLength).replace(/\s+/g, ' ').trim();
  return line.length <= maxLength ? line : `${line.slice(0, line.lastIndexOf(' ', maxLength) + 1 || maxLength).trimEnd()}…`;
}
