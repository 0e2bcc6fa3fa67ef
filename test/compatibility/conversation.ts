/** What is said to each server, and what it is set up to reply. */
export const conversation = {
  first: { question: 'How is five counted?', reply: 'Four strokes 𝍷𝍷𝍷𝍷 and one across, fünf 😀.' },
  /** Asked after the first reply; answered only when that reply came along as the assistant's. */
  second: { question: 'And ten?', reply: 'The same, once more.' },
  /** Takes seconds to say. */
  slow: {
    question: 'Count to two hundred.',
    reply: Array.from({ length: 200 }, (_, index) => String(index + 1)).join(' '),
  },
} as const;

export const apiKey = 'a-key-of-theirs';

/** What a person would put into `tally.request.extraBody`. */
export const extraBody = { model: 'tally-model', stream_options: { include_usage: true } };
