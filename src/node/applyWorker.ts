/**
 * The code of the worker thread that workerPlanner.ts starts. Finds the place of a reply's code in a file, because this
 * may take seconds for large texts.
 */
import { runApplyOperation } from '../apply/applyOperations.ts';
import { answerWorkerRequests } from './workerRequests.ts';

answerWorkerRequests(runApplyOperation);
