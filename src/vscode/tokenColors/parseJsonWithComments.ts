/** Parses JSON that may have comments and commas after the last item; throws a SyntaxError as JSON.parse does. */
export function parseJsonWithComments(text: string): unknown {
  const withoutComments = text.replace(/("(?:\\.|[^"\\])*")|\/\/.*|\/\*[^]*?\*\//g, (_, string?: string) => string ?? ' ');
  const strict = withoutComments.replace(/("(?:\\.|[^"\\])*")|,(?=\s*[\]}])/g, (_, string?: string) => string ?? '');
  return JSON.parse(strict.replace(/^\uFEFF/, ''));
}
