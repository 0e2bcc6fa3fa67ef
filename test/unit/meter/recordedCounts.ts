/**
 * Token counts of recorded replies. Each count includes the reasoning, and is greater than 100. `reported` is the count
 * of the service that ran the model, and `counted` is the count of the public tokenizer o200k_base. The recordings are
 * fixtures in public repositories of clients for these services.
 */
export const recordedCounts: readonly {
  readonly model: string;
  readonly counted: number;
  readonly reported: number;
}[] = [
  { model: 'deepseek-chat', counted: 397, reported: 400 },
  { model: 'deepseek-reasoner', counted: 215, reported: 219 },
  { model: 'deepseek-v4-pro', counted: 1_620, reported: 1_720 },
  { model: 'gpt-4.1-nano', counted: 300, reported: 300 },
  { model: 'grok-3-mini', counted: 345, reported: 342 },
  { model: 'llama-3.3-70b', counted: 657, reported: 662 },
  { model: 'qwen3-32b', counted: 1_079, reported: 1_107 },
  { model: 'qwen3-max', counted: 771, reported: 779 },
  { model: 'qwen3-max, thinking', counted: 1_336, reported: 1_355 },
];
