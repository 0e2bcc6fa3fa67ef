import { createKeyedQueue } from '../../common/async/keyedQueue.ts';
import type { findSecrets } from './findSecrets.ts';

/**
 * Returns a function that searches for secrets as `findSecrets` does, but only one text at a time. Loads the rules
 * only when the first text arrives, because most VS Code windows never search.
 */
export function createSecretSearch(): typeof findSecrets {
  // `findSecrets` searches a text in parts, and lets Node handle other events between two parts. Without the queue, Node
  // would search one part of every waiting text before it handles other events.
  const inOrder = createKeyedQueue();
  return async (path, text) =>
    inOrder('', async () => {
      const rules = await import('./findSecrets.ts');
      return rules.findSecrets(path, text);
    });
}
