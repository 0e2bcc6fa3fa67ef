/** The code of the worker that startHighlightWorker.ts starts. */
import { createCodeTokenizer } from './codeTokenizer.ts';
import type { ToWorkerMessage } from './workerProtocol.ts';

const handle = createCodeTokenizer((message) => self.postMessage(message));
self.onmessage = ({ data }: MessageEvent<ToWorkerMessage>) => handle(data);
