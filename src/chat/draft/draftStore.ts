import type { FileStore, IfRefused } from '../../common/fileStore.ts';
import type { Attachment } from '../messages/attachment.ts';

/** The unsent messages of a window. A draft survives hiding or moving the panel, a reload, and a crash. */
export interface Draft {
  readonly text: string;
  /** The unsent text that the message box had before the user recalled an earlier prompt. */
  readonly aside?: string;
  readonly attachments: readonly Attachment[];
  /**
   * Messages that the user submitted while a reply ran. They are sent automatically in this order, each after a
   * complete reply.
   */
  readonly queue: readonly QueuedMessage[];
}

export interface QueuedMessage {
  /** The id that the question gets when the message is sent. */
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

export const emptyDraft: Draft = { text: '', attachments: [], queue: [] };

export interface DraftStore {
  /** Returns an empty draft if no draft is saved or the saved draft is corrupt. Rejects if the file cannot be read. */
  load(): Promise<Draft>;
  /**
   * Saves a draft. If several drafts wait to be written, writes only the newest. `ifRefused` is `keep` by default.
   * Rejects if the write fails.
   */
  save(draft: Draft, ifRefused?: IfRefused): Promise<void>;
}

export function createDraftStore(files: FileStore, fileName = 'draft.json'): DraftStore {
  let latest: { readonly draft: Draft; readonly ifRefused: IfRefused } | undefined;
  let writing = Promise.resolve();

  const writeLatest = async () => {
    if (latest === undefined) return;
    const { draft, ifRefused } = latest;
    latest = undefined;
    await files.write(fileName, JSON.stringify(draft), { ifRefused });
  };

  return {
    load: async () => parseDraft(await files.read(fileName)),
    async save(draft, ifRefused = 'keep') {
      latest = { draft, ifRefused };
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
