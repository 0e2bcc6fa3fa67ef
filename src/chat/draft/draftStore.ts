import { joinParagraphs } from '../../common/text/joinParagraphs.ts';
import { rebaseText } from '../../common/text/rebaseText.ts';
import * as v from 'valibot';
import type { FileStore, IfRefused } from '../../common/fileStore.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../common/json.ts';
import { createVersionedFile, type ParsedFile } from '../../common/versionedFile.ts';
import type { Attachment } from '../messages/attachment.ts';
import { attachmentSchema } from '../messages/recordSchemas.ts';
import { limitEdits, type UnsentEdit } from './unsentEdits.ts';

/** The unsent messages of a window. A draft survives hiding or moving the panel, a reload, and a crash. */
export interface Draft {
  readonly text: string;
  /** The unsent text that the message box had before the user recalled an earlier prompt. */
  readonly aside?: string;
  readonly attachments: readonly Attachment[];
  /**
   * Messages that the user submitted while a reply ran, in this order. ChatDraft knows which of them may be sent
   * automatically.
   */
  readonly queue: readonly QueuedMessage[];
  /** Edited texts of sent questions, which the user has not sent yet. Absent if there are none. */
  readonly edits?: readonly UnsentEdit[];
  /**
   * The workspace's draft from which this draft was copied, as JSON. Undefined if this draft did not begin as a copy (see
   * openWindowDrafts). When this draft is merged into the workspace's draft, it replaces the workspace's draft, unless
   * the workspace's draft has changed since the copy.
   */
  readonly replaces?: string;
}

export interface QueuedMessage {
  /** The id that the question gets when the message is sent. */
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** The id of the session in which the message was queued. Undefined if an earlier version wrote the draft. */
  readonly sessionId?: string;
  /**
   * The origin of the service for which the user queued the message, or last edited it in the queue. Only to this service
   * is the message sent automatically. Undefined if an earlier version wrote the draft.
   */
  readonly origin?: string;
}

/** The version of the draft format that this version of the extension writes. */
export const draftVersion = 1;

export const emptyDraft: Draft = { text: '', attachments: [], queue: [] };

export function isEmptyDraft({ text, aside = '', attachments, queue, edits = [] }: Draft): boolean {
  return text === '' && aside === '' && attachments.length + queue.length + edits.length === 0;
}

/** Returns a draft with another unsent text in `aside`, or without `aside` if `text` is empty. */
export function withAside({ aside: _, ...draft }: Draft, text: string): Draft {
  return text === '' ? draft : { ...draft, aside: text };
}

/** Returns true if there is nothing to send in the message box, and no text in `aside`. */
export function isEmptyBox({ text, aside, attachments }: Draft): boolean {
  return text.trim() === '' && aside === undefined && attachments.length === 0;
}

/**
 * Returns the draft with the text in `aside` in the message box, in place of the earlier prompt `prompt`. If the user has
 * changed the prompt, the changed prompt follows the text.
 */
export function withUnsentText(draft: Draft, prompt: string | undefined): Draft {
  const { aside, text } = draft;
  if (aside === undefined) return draft;
  const changed = text === prompt || text === aside ? '' : text;
  return { ...withAside(draft, ''), text: joinParagraphs([aside, changed]) };
}

/**
 * Returns the draft without a message that was sent or queued from the message box. The text in `aside` returns to the
 * message box, which keeps what was added since.
 */
export function withoutSent(draft: Draft, text: string, sent: readonly Attachment[]): Draft {
  const attachments = draft.attachments.filter(({ id }) => sent.every((each) => each.id !== id));
  const rest = rebaseText(draft.text, text, '');
  const remaining = draft.aside === undefined ? rest : joinParagraphs([draft.aside, rest.trimStart()]);
  return { ...withAside(draft, ''), text: remaining, attachments };
}

/** Returns the attachments of the message box, followed by the attachments of the queue. */
export function attachmentsOf({ attachments, queue }: Draft): readonly Attachment[] {
  return [...attachments, ...queue.flatMap((message) => message.attachments)];
}

export function editsOf({ edits = [] }: Draft): readonly UnsentEdit[] {
  return edits;
}

/** Returns a draft with other unsent edits. Omits the field `edits` if there are none. */
export function withEdits({ edits: _, ...draft }: Draft, edits: readonly UnsentEdit[]): Draft {
  return edits.length === 0 ? draft : { ...draft, edits };
}

/** Returns the text of the message box, `aside`, and the texts of the queue. Texts may be empty. */
export function textsOf({ text, aside = '', queue }: Draft): readonly string[] {
  return [text, aside, ...queue.map((message) => message.text)];
}

export interface DraftStore {
  /**
   * Returns an empty draft if no draft is saved. If a part of the saved draft is invalid, returns the rest and renames
   * the file (see VersionedFile). Rejects if the file cannot be read.
   */
  load(): Promise<Draft>;
  /**
   * Saves a draft. If several drafts wait to be written, writes only the newest. `ifRefused` is `keep` by default.
   * Rejects if the draft is neither written nor kept.
   */
  save(draft: Draft, ifRefused?: IfRefused): Promise<void>;
}

/** A DraftStore whose draft can also be deleted. */
export interface DraftFile extends DraftStore {
  /**
   * Deletes the draft that `load` has read. If a newer version of the extension wrote the file, renames the file
   * instead, and calls `onUnreadable`.
   */
  remove(): Promise<void>;
}

/**
 * @param onUnreadable Called with the new file name when the file was renamed. Reasons: a part of the file is invalid,
 *   or `remove` was called for the file of a newer version.
 */
export function createDraftStore(
  files: FileStore,
  onUnreadable: (name: string) => void,
  fileName = 'draft.json',
): DraftFile {
  const file = createVersionedFile<Draft>(files, {
    name: fileName,
    version: draftVersion,
    format: (draft) => ({ ...draft }),
    parse: parseDraft,
    onUnreadable,
  });
  let latest: { readonly draft: Draft; readonly ifRefused: IfRefused } | undefined;
  let writing = Promise.resolve();

  const writeLatest = async () => {
    if (latest === undefined) return;
    const { draft, ifRefused } = latest;
    latest = undefined;
    await file.write(draft, { ifRefused });
  };

  return {
    load: async () => (await file.read()) ?? emptyDraft,
    async save(draft, ifRefused = 'keep') {
      latest = { draft, ifRefused };
      writing = writing.then(writeLatest, writeLatest);
      await writing;
    },
    remove: async () => file.remove(),
  };
}

const queuedMessageSchema = v.object({
  id: v.string(),
  text: v.string(),
  attachments: v.array(attachmentSchema),
  sessionId: v.exactOptional(v.string()),
  origin: v.exactOptional(v.string()),
});
const editSchema = v.object({ sessionId: v.string(), questionId: v.string(), text: v.string() });

/** Reads as much as possible from the fields of a draft's file. */
export function parseDraft({
  text = '',
  aside,
  attachments = [],
  queue = [],
  edits = [],
  replaces,
}: JsonObject): ParsedFile<Draft> {
  const validAttachments = arrayOf(attachmentSchema, attachments);
  const validQueue = arrayOf(queuedMessageSchema, queue);
  const validEdits = arrayOf(editSchema, edits);
  const value: Draft = {
    text: typeof text === 'string' ? text : '',
    ...(typeof aside === 'string' ? { aside } : {}),
    attachments: validAttachments.values,
    queue: validQueue.values,
    ...(typeof replaces === 'string' ? { replaces } : {}),
  };
  const areListsWhole = [validAttachments, validQueue, validEdits].every(({ isWhole }) => isWhole);
  const hasTexts = typeof text === 'string' && [aside, replaces].every(isOptionalText);
  return { value: withEdits(value, limitEdits(validEdits.values)), isWhole: hasTexts && areListsWhole };
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

/** Returns true if the two drafts have the same content in a file. */
export function isSameInFile(a: Draft, b: Draft): boolean {
  const format = (draft: Draft) => JSON.stringify(parseDraft({ ...draft }).value);
  return format(a) === format(b);
}

/** Reads the text of a draft's file. Returns undefined if the text is missing or is not a JSON object. */
export function parseDraftText(text: string | undefined): ParsedFile<Draft> | undefined {
  const fields = parseJson(text ?? '');
  return isJsonObject(fields) ? parseDraft(fields) : undefined;
}

/** Returns the valid elements of an array. `isWhole` is true if `value` is an array of only valid elements. */
function arrayOf<Schema extends v.GenericSchema>(schema: Schema, value: unknown) {
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  const values = all.filter((each): each is v.InferOutput<Schema> => v.is(schema, each));
  return { values, isWhole: Array.isArray(value) && values.length === all.length };
}
