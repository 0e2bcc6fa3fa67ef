import * as vscode from 'vscode';
import type { FileStore } from '../../common/fileStore.ts';
import { WriteBuffer, type RefusalAnswer } from '../../node/writeBuffer.ts';
import { askModal } from '../dialogs/askModal.ts';
import type { QuestionFocus } from '../dialogs/questionFocus.ts';
import { showWarning } from '../dialogs/messages.ts';

/** Keeps writes in memory while the disk refuses them, and tells the user about the problem. */
export interface Saving {
  /** Returns a store that keeps refused writes in memory; see WriteBuffer. */
  readonly withBuffer: (files: FileStore) => FileStore;
  /** Returns a sentence that says why writes are not saved. Returns undefined if everything is saved. */
  readonly sentence: () => string | undefined;
  /**
   * Fires when the disk begins to refuse the writes to one of the stores, when the reason changes, and when all kept
   * writes to this store have succeeded or are discarded.
   */
  readonly onDidChange: vscode.Event<void>;
  /** Sets the functions to call before and after the question about a message that cannot be saved. */
  readonly connect: (questionFocus: Pick<QuestionFocus, 'untilIdle' | 'restore'>) => void;
  /** Tries to save everything now. Resolves after this attempt, even if the disk refuses writes again. */
  readonly retry: () => Promise<void>;
  /** Forgets all kept writes. Called when the user deletes all data. */
  readonly discard: () => Promise<void>;
  /** Calls `action`, and tries to save nothing until `action` has ended. See `whilePaused` of WriteBuffer. */
  readonly whilePaused: (action: () => Promise<void>) => Promise<void>;
  readonly dispose: () => void;
}

/** @param logError writes an error to the log */
export function createSaving(logError: (error: unknown) => void): Saving {
  const buffers: WriteBuffer[] = [];
  const changed = new vscode.EventEmitter<void>();
  const problem = () => buffers.map((buffer) => buffer.problem).find((each) => each !== undefined);
  let isTold = false;
  let questionFocus: Parameters<Saving['connect']>[0] | undefined;

  const tell = () => {
    const error = problem();
    if (error !== undefined && !isTold) {
      logError(error);
      void showWarning(problemSentence(error));
    }
    isTold = error !== undefined;
    changed.fire();
  };

  const ask = async (error: Error): Promise<RefusalAnswer> => {
    await questionFocus?.untilIdle();
    const answer = await askToSend(error);
    await questionFocus?.restore();
    return answer;
  };

  return {
    withBuffer(files) {
      const buffer = new WriteBuffer({ files, onDidChange: tell, ask });
      buffers.push(buffer);
      return buffer.files;
    },
    sentence: () => {
      const error = problem();
      return error && problemSentence(error);
    },
    onDidChange: changed.event,
    connect: (focus) => {
      questionFocus = focus;
    },
    retry: async () => {
      await Promise.all(buffers.map(async (buffer) => buffer.retry()));
    },
    discard: async () => {
      await Promise.all(buffers.map(async (buffer) => buffer.discard()));
    },
    whilePaused: async (action) => {
      const run = buffers.reduce((inner, buffer) => async () => buffer.whilePaused(inner), action);
      await run();
    },
    dispose: () => {
      for (const buffer of buffers) buffer.dispose();
      changed.dispose();
    },
  };
}

/** Asks whether to send a message that cannot be saved. */
async function askToSend(error: Error): Promise<RefusalAnswer> {
  const { l10n } = vscode;
  const answer = await askModal(l10n.t('Send this message although it can’t be saved?'), problemSentence(error), {
    safe: l10n.t('Try Again'),
    acting: l10n.t('Send Anyway'),
  });
  if (answer === 'safe') return 'retry';
  return answer === 'acting' ? 'keep' : 'decline';
}

function problemSentence(error: Error): string {
  const { l10n } = vscode;
  const kept = l10n.t('New messages are kept only in memory, and are lost if you close this window.');
  return `${reason((error as NodeJS.ErrnoException).code ?? '')} ${kept}`;
}

function reason(code: string): string {
  const { l10n } = vscode;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return l10n.t('Tally Chat can’t save, because the disk is full.');
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return l10n.t('Tally Chat can’t save, because its folder is read-only ({0}).', code);
    default:
      return l10n.t('Tally Chat can’t save ({0}).', code);
  }
}
