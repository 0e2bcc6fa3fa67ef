import type { ToWebviewMessage } from '../../src/common/protocol/protocol.ts';
import { reply, session } from './panelMessages.ts';

const rightToLeftText = `## מה הפונקציה עושה

\`groupBy\` מקבצת פריטים לפי **מפתח**, ושומרת על הסדר שלהם (גם ב-JavaScript).

- המפתח מחושב ב-\`keyOf(item)\`.
- هذا البند بالعربية، وفيه $n^2$.
- [x] בדיקה

> הערה: המפתחות מושווים לפי זהות.

| דרך | שורות |
|---|---|
| \`Map.groupBy\` | 1 |
| לולאה | 8 |

\`\`\`ts
const groups = Map.groupBy(items, keyOf); // הערה
\`\`\`

This paragraph is English again.`;

/**
 * Returns the extension's message that loads a session with an Arabic question, an Arabic draft and a Hebrew reply. The
 * reply also contains Arabic, English and code.
 */
export function rightToLeftState(): readonly ToWebviewMessage[] {
  return [
    session({
      messages: [
        {
          kind: 'question',
          id: 'q1',
          text: 'ماذا تفعل هذه الدالة، وما الذي ستغيّره؟',
          attachments: [
            { id: 'a0', label: 'src/groupBy.ts:3-9', size: '', languageId: 'typescript', code: 'export const a = 1;' },
          ],
        },
        reply({ text: rightToLeftText, footer: '$0.0004 · 60 tokens in, 90 out' }),
      ],
      draft: {
        text: 'وهل يمكنك كتابة اختبار؟',
        attachments: [{ id: 'a1', label: 'src/groupBy.ts:3-9', size: '≈230 tokens' }],
      },
    }),
  ];
}
