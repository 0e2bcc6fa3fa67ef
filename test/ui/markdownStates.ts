import type { ToWebviewMessage } from '../../src/common/protocol/protocol.ts';
import { question, reply, session } from './panelMessages.ts';
import { mathText } from './panelTexts.ts';
import { rightToLeftState } from './rightToLeftState.ts';

const tagsText = `Press <kbd>Ctrl</kbd>+<kbd>Shift</kbd>+<kbd>P</kbd>. H<sub>2</sub>O is x<sup>2</sup>,<br>on two lines[^1], **加粗:**文字[^note].

<details open>
<summary>The <kbd>log</kbd>, opened</summary>

It says:

- one
- two

\`\`\`ts
const a = 1;
\`\`\`

</details>

<details>
<summary>Closed</summary>
Hidden
</details>

| Name of the option | Default value of the option | What it does when it is set | Since version |
| --- | --- | --- | --- |
| \`tally.budget.daily\` | 0 | Limits the spend of a day<br>in US dollars | 1.0 |
| \`tally.budget.session\` | 0 | Limits the spend of a session | 1.0 |

[^1]: The first note, with a [link](https://example.com) and more words, so that it wraps in a narrow panel.
[^note]: The second.`;

function codeText(): string {
  const lines = Array.from({ length: 44 }, (_, line) => `  await step(${line}, { retries: 3, timeout: 1_000 });`);
  lines[9] = `  // ${'A long comment that does not fit into the panel. '.repeat(4)}`;
  return `Like this:\n\n\`\`\`ts\nasync function run() {\n${lines.join('\n')}\n}\n\`\`\`\n\nThat is all.`;
}

/** The states of the panel that show kinds of markdown (see panelStates.ts). */
export function markdownStates(): Readonly<Record<string, readonly ToWebviewMessage[]>> {
  return {
    math: [session({ messages: [question(), reply({ text: mathText(), footer: '$0.0009 · 80 tokens in, 110 out' })] })],
    tags: [session({ messages: [question(), reply({ text: tagsText })] })],
    'right-to-left': rightToLeftState(),
    'folded-code': [session({ messages: [question(), reply({ text: codeText() })] })],
  };
}
