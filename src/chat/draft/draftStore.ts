import type { FileStore } from '../../common/fileStore.ts';
import type { Attachment } from '../messages/attachment.ts';

/** The unsent content of the message box. It survives hiding or moving the panel, a reload, and a crash. */
export interface Draft {
  readonly text: string;
  /** The unsent text that the box had before the person recalled an earlier prompt into it. */
  readonly aside?: string;
  readonly attachments: readonly Attachment[];
  /** Messages that the person submitted while a reply ran. They are sent after it, in this order. */
  readonly queue: readonly QueuedMessage[];
}

export interface QueuedMessage {
  /** Becomes the id of the question. */
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

export const emptyDraft: Draft = { text: '', attachments: [], queue: [] };

export interface DraftStore {
  /** Returns an empty draft if none is saved, or if the saved one is corrupt. Rejects if the file cannot be read. */
  load(): Promise<Draft>;
  /** Saves a draft. If several are waiting to be written, only the latest is. Rejects if the write fails. */
  save(draft: Draft): Promise<void>;
}

export function createDraftStore(files: FileStore, fileName = 'draft.json'): DraftStore {
  let latest: Draft | undefined;
  let writing = Promise.resolve();

  const writeLatest = async () => {
    if (latest === undefined) return;
    const draft = latest;
    latest = undefined;
    await files.write(fileName, JSON.stringify(draft));
  };

  return {
    load: async () => parseDraft(await files.read(fileName)),
    async save(draft) {
      latest = draft;
      writing = writing.then(writeLatest, writeLatest);
      await writing;
    },
  };
}

function parseDraft(json: string | undefined): Draft {
  try {
    const value = JSON.parse(json ?? '') as Partial<Draft> | null;
    const { text = '', aside, attachments = [], queue = [] } = value ?? {};
    return { text, ...(aside === undefined ? {} : { aside }), attachments, queue };
  } catch {
    return emptyDraft;
  }
}
