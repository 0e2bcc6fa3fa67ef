import source from './highlightWorker.ts?worker';

/**
 * Returns a function that starts a worker that tokenizes code. The `blob:` URL is needed because VS Code's webviews
 * cannot start a worker from a file of the extension. If the page must not start workers, the function throws, or the
 * worker gets an `error` event.
 */
export function createWorkerStarter(): () => Worker {
  // One URL for all workers, because a URL stays in memory until it is revoked.
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  return () => new Worker(url);
}
