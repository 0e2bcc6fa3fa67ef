/** The worker thread of workerPayloadReader.ts. */
import { digestLargePayload } from '../api/stream/largePayload.ts';
import { answerWorkerRequests } from './workerRequests.ts';

answerWorkerRequests(digestLargePayload);
