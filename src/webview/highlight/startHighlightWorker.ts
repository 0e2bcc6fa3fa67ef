import source from './highlightWorker.ts?worker';

/** A new URL for each worker would never be freed, or would have to be revoked after the worker has loaded. */
let url: string | undefined;

/**
 * Starts the worker that tokenizes code. The `blob:` URL is needed because VS Code's webviews cannot start a worker from
 * a file of the extension. Throws, or the worker gets an `error` event, if the page must not start workers.
 */
export function startHighlightWorker(): Worker {
  url ??= URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  return new Worker(url);
}
