import { createKeyedQueue } from '../../common/keyedQueue.ts';
import type { findSecrets } from './findSecrets.ts';

/**
 * Returns a function that searches for secrets as `findSecrets` does, but only one text at a time. Loads the rules for
 * the first text, because most windows never search.
 */
export function createSecretSearch(): typeof findSecrets {
  // Without the queue, Node would search the next window of each of many texts before it handles other events.
  const inOrder = createKeyedQueue();
  return async (path, text) =>
    inOrder('', async () => {
      const rules = await import('./findSecrets.ts');
      return rules.findSecrets(path, text);
    });
}
