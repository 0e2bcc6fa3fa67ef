import type { Acceptance } from '../acceptance.ts';

export const acceptedInApi: readonly Acceptance[] = [
  {
    file: 'src/api/errorBody.ts',
    line: 'if (Array.isArray(value)) return describeErrorValue(value[0], depth + 1);',
    mutation: 'number + 1 #2',
    reason: 'No known server nests an error in more than one array.',
  },
  {
    file: 'src/api/network/checkService.ts',
    line: "headers: { accept: '*/*', 'accept-encoding': 'identity' },",
    mutation: 'string emptied',
    reason: 'No known server rejects an empty Accept header.',
  },
  {
    file: 'src/api/network/fetchTransport.ts',
    line: "signal.removeEventListener('abort', abort);",
    mutation: 'string emptied',
    reason: 'The listener stays, and may abort a request that has already ended. This has no effect.',
  },
  {
    file: 'src/api/network/openConnection.ts',
    line: "onPhase({ name: 'tcp', milliseconds: lap(), address: socket.remoteAddress ?? host });",
    mutation: '?? → left',
    reason: 'Harmless: the report lacks the address only if the socket was closed as soon as it was connected.',
  },
  {
    file: 'src/api/network/skipInterimAnswers.ts',
    line: 'if (end < 0) return null;',
    mutation: 'number + 1',
    reason: 'Equivalent: the end of a response is never at its beginning.',
  },
  {
    file: 'src/api/network/skipInterimAnswers.ts',
    line: 'const maxInterimBytes = 16 * 1024;',
    mutation: 'number - 1',
    reason: 'Harmless: the limit is still far above the size of an interim response.',
  },
  {
    file: 'src/api/network/skipInterimAnswers.ts',
    line: 'if (end < 0 && buffered.length > maxInterimBytes) break;',
    mutation: '> → >=',
    reason: 'Harmless: the limit is one byte lower.',
  },
  {
    file: 'src/api/network/undiciTransport.ts',
    line: 'if (tunnel.statusCode < 200 || tunnel.statusCode > 299) throw new ProxyRefusedError(tunnel.statusCode);',
    mutation: '> → >=',
    reason: 'No known proxy opens a tunnel with status 299.',
  },
  {
    file: 'src/api/network/undiciTransport.ts',
    line: 'const maxUnreadBytes = 64 * 1024 * 1024;',
    mutation: 'number - 1 #3',
    reason: 'Harmless: the buffer is 0.1 % smaller.',
  },
  {
    file: 'src/api/stream/eventFraming.ts',
    line: 'else if (line !== undefined) payloads.takeStrayLine(line);',
    mutation: 'condition → true',
    reason: 'Equivalent: the parser passes the line with every error except `max-buffer-size-exceeded`.',
  },
  {
    file: 'src/api/stream/framing.ts',
    line: "return rest.includes('\\r') ? rest.replaceAll(/\\r\\n?/g, '\\n') : rest;",
    mutation: 'string emptied',
    reason: 'Equivalent: the replacement changes no text without a CR.',
  },
  {
    file: 'src/api/stream/jsonFraming.ts',
    line: "const last = lines.pop() ?? '';",
    mutation: '?? → left',
    reason: 'Equivalent: the result of split has at least one element.',
  },
  {
    file: 'src/api/stream/textTemplate.ts',
    line: 'interval = 1;',
    mutation: 'number - 1',
    reason: 'Learns the template more often, which only takes more time.',
  },
  {
    file: 'src/api/stream/textTemplate.ts',
    line: 'if (start < 0 || start !== data.lastIndexOf(`"${text}"`)) return undefined;',
    mutation: '|| → &&',
    reason: 'Equivalent: the check with `probe` also rejects a wrong place of the text in `data`.',
  },
  {
    file: 'src/api/stream/textTemplate.ts',
    line: 'untilNextTry = 1;',
    mutation: 'number + 1',
    reason: 'Learns a new template one event later, which only takes more time.',
  },
  {
    file: 'src/api/stream/textTemplate.ts',
    line: 'if (text === undefined || !isPlain(text)) return undefined;',
    mutation: 'condition → false',
    reason: 'Equivalent: without exactly one plain text in the event, the check with `probe` rejects the pattern.',
  },
  {
    file: 'src/api/stream/unstructuredFraming.ts',
    line: "return { waitsFor: 'end', push: finish, finish };",
    mutation: 'string emptied',
    reason: 'Equivalent: the code compares `waitsFor` only with `lineEnd` and `text`.',
  },
];
