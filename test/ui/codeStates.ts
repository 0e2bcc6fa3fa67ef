import type { ToWebviewMessage } from '../../src/common/protocol/protocol.ts';
import { codeKey } from '../../src/common/code/codeKey.ts';
import { question, reply, session } from './panelMessages.ts';

/** States of the panel with blocks of code whose buttons depend on the editor. */
export function codeStates(): Readonly<Record<string, readonly ToWebviewMessage[]>> {
  return {
    'code-in-notebook': [
      session({
        messages: [
          question(),
          reply({
            text: 'Like this:\n\n```ts\nconst sum = (a: number) => a;\n```\n\n```a-language-of-a-very-long-name\nx\n```',
          }),
        ],
      }),
      {
        type: 'didChangeEditor',
        insert: { isPossible: true, hint: 'Replaces the selection in total.ts.' },
        apply: { isPossible: false, hint: 'This isn’t possible in a notebook.' },
        applied: [],
      },
    ],
    'code-applied': [
      session({
        messages: [
          question(),
          reply({
            text: 'Like this:\n\n```ts\nconst sum = (a: number) => a;\n```\n\nThen run the tests:\n\n```sh\nnpm test\n```',
          }),
        ],
      }),
      {
        type: 'didChangeEditor',
        insert: { isPossible: true, hint: 'Inserts into total.ts.' },
        apply: { isPossible: true, hint: 'Applies to total.ts.' },
        applied: [codeKey('r1', 'const sum = (a: number) => a;')],
      },
    ],
  };
}
