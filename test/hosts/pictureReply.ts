/** A reply to a question about the function `total` of the sample workspace, for the screenshots. */
export const pictureReply = `Because \`Math.floor\` rounds the **discount** down, so a part of a cent always goes to the shop:

| Sum in cents | A tenth | Taken off |
|--:|--:|--:|
| 1,000 | 100 | 100 |
| 995 | 99.5 | 99 |
| 9 | 0.9 | 0 |

To round to the nearest cent instead, replace the last line:

\`\`\`js
const discount = sum * discountPercent / 100;
return sum - Math.round(discount);
\`\`\`

What changes:

- 995 gives 100 instead of 99.
- 9 gives 1 instead of 0.`;
