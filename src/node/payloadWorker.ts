/**
 * The code of the worker thread that workerPayloadReader.ts starts. Reads large payloads of replies, because reading
 * them on the extension host's thread would block that thread for too long.
 */
import { digestLargePayload } from '../api/stream/largePayload.ts';
import { answerWorkerRequests } from './workerRequests.ts';

answerWorkerRequests(digestLargePayload);
