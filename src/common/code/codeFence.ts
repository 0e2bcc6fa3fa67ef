/**
 * Returns the fence of a Markdown code block. The fence has at least three backticks, and more than any run of backticks
 * in the code, so the code cannot end the block.
 */
export function codeFence(code: string): string {
  let fence = '```';
  for (const [run] of code.matchAll(/`+/g)) if (run.length >= fence.length) fence = `${run}\``;
  return fence;
}
