import type { FileStore } from '../../common/fileStore.ts';
import type { Attachment } from '../messages/attachment.ts';

/** What the message box holds: it survives hiding, moving, reloading and a crash. */
export interface Draft {
  readonly text: string;
  /** What the person was writing when they put an earlier prompt into the box. */
  readonly aside?: string;
  readonly attachments: readonly Attachment[];
  /** What was sent while a reply ran, and waits for its end. */
  readonly queue: readonly QueuedMessage[];
}

export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

export const emptyDraft: Draft = { text: '', attachments: [], queue: [] };

export interface DraftStore {
  load(): Promise<Draft>;
  /** Saves the latest draft; one that is overtaken by a later one need not be written. */
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
