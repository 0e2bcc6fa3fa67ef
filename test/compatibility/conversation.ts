/** The questions for each server, and the replies that each server is configured to send. */
export const conversation = {
  first: { question: 'How is five counted?', reply: 'Four strokes 𝍷𝍷𝍷𝍷 and one across, fünf 😀.' },
  /** The servers send this reply only if a message with the role `assistant` precedes the question in the request. */
  second: { question: 'And ten?', reply: 'The same, once more.' },
  /** A reply that takes seconds to stream. */
  slow: {
    question: 'Count to two hundred.',
    reply: Array.from({ length: 200 }, (_, index) => String(index + 1)).join(' '),
  },
} as const;

export const apiKey = 'a-key-of-theirs';

/** A typical value of the setting `tally.request.extraBody`. */
export const extraBody = { model: 'tally-model', stream_options: { include_usage: true } };
