import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import type { WorkspaceChatEvent } from '../../chat/conversation/conversationEvent.ts';
import type { Attachment } from '../../chat/messages/attachment.ts';
import { composeContent } from '../../chat/messages/composeContent.ts';
import type { OfferedFileView } from '../../common/protocol/noticeProtocol.ts';
import { formatMarkedRange } from '../../common/text/formatCost.ts';
import { noHistory } from '../../meter/cost.ts';
import type { Meter } from '../../meter/meter.ts';
import type { TargetEditor } from '../code/targetEditor.ts';
import { attachmentPath, documentLength } from '../context/documentAttachment.ts';
import { estimatedTokens } from '../spend/tokenTexts.ts';
import type { ContextAdder } from '../context/contextAdder.ts';
import { readFileAttachment } from '../context/fileAttachment.ts';
import { plainName } from '../dialogs/plainText.ts';

/**
 * Offers to attach the file in the target editor, while the panel is visible and the draft does not contain the file.
 * Nothing is attached before the user clicks.
 */
export interface OfferedFile {
  /** Sets the function that returns true while the panel is visible. Until then, the panel counts as hidden. */
  readonly connect: (isPanelVisible: () => boolean) => void;
  /** Returns undefined if no file is offered, or until its price is known. */
  readonly view: () => OfferedFileView | undefined;
  readonly onDidChange: vscode.Event<void>;
  /** Attaches the offered file. Does nothing if another file is offered. */
  readonly add: (id: string) => Promise<void>;
  readonly handleChatEvent: (event: WorkspaceChatEvent) => void;
  /** Must be called when the panel has become visible, or when prices may have changed. */
  readonly refresh: () => void;
  readonly dispose: () => void;
}

/** The time to wait before a file is counted, in milliseconds. Counting each file of a quick walk would waste time. */
const delay = 500;

/**
 * The maximum number of characters of an offered file. Counting a longer file could delay a message, whose estimate
 * waits for the same worker thread.
 */
const maxOfferedLength = 256 * 1024;

export function createOfferedFile(
  chat: Pick<WorkspaceChat, 'draft'>,
  adder: Pick<ContextAdder, 'addFiles'>,
  meter: Pick<Meter, 'estimate'>,
  targetEditor: Pick<TargetEditor, 'current'>,
): OfferedFile {
  const changed = new vscode.EventEmitter<void>();
  let isPanelVisible = () => false;
  let priced: { readonly uri: vscode.Uri; readonly view: OfferedFileView } | undefined;
  let shown: OfferedFileView | undefined;
  let timer: NodeJS.Timeout | undefined;
  let latest = 0;
  let attachments: readonly Attachment[] | undefined;
  /** Settles when the last file is counted. */
  let counting: Promise<unknown> = Promise.resolve();

  const show = () => {
    attachments = chat.draft.attachments;
    const isAttached = attachments.some(({ uri, startLine }) => startLine === 1 && uri === priced?.view.id);
    const next = isAttached ? undefined : priced?.view;
    if (isDeepStrictEqual(next, shown)) return;
    shown = next;
    changed.fire();
  };

  const update = async () => {
    latest += 1;
    const thisUpdate = latest;
    const document = isPanelVisible() ? attachableDocument(targetEditor.current(), maxOfferedLength) : undefined;
    const attachment = document && (await readFileAttachment(document.uri));
    // Count one file at a time, so that a message waits for at most one count.
    await counting.catch(() => undefined);
    if (thisUpdate !== latest) return;
    const sizing = typeof attachment === 'object' ? describeSize(attachment, meter) : undefined;
    counting = Promise.resolve(sizing);
    const size = await sizing;
    if (thisUpdate !== latest) return;
    priced =
      document === undefined || size === undefined
        ? undefined
        : { uri: document.uri, view: { id: document.uri.toString(), label: labelOf(document), ...size } };
    show();
  };

  const refresh = () => {
    clearTimeout(timer);
    // Ignore failures, because a file that cannot be counted is not offered.
    timer = setTimeout(() => void update().catch(() => undefined), delay);
  };

  const subscription = vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(refresh),
    vscode.window.onDidChangeVisibleTextEditors(refresh),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (document.uri.toString() === priced?.view.id) refresh();
    }),
  );

  return {
    connect: (isVisible) => {
      isPanelVisible = isVisible;
    },
    view: () => shown,
    onDidChange: changed.event,
    add: async (id) => {
      if (shown?.id === id && priced !== undefined) await adder.addFiles([priced.uri]);
    },
    handleChatEvent: ({ type }) => {
      if (type === 'draftChanged' && chat.draft.attachments !== attachments) show();
    },
    refresh,
    dispose: () => {
      clearTimeout(timer);
      subscription.dispose();
      changed.dispose();
    },
  };
}

/** Returns the document of an editor, unless it is no file, is empty, or has more than `maxLength` characters. */
export function attachableDocument(
  editor: vscode.TextEditor | undefined,
  maxLength: number,
): vscode.TextDocument | undefined {
  const { document, viewColumn } = editor ?? {};
  if (document === undefined || viewColumn === undefined) return undefined;
  const { scheme } = document.uri;
  const isFile = scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(scheme) !== undefined;
  const length = documentLength(document);
  return isFile && length > 0 && length <= maxLength ? document : undefined;
}

function labelOf({ uri }: vscode.TextDocument): string {
  return plainName(attachmentPath(uri));
}

/** Returns the estimated tokens and price of an attachment, for example `≈107 tokens` and `≈$0.0002`. */
async function describeSize(
  attachment: Attachment,
  meter: Pick<Meter, 'estimate'>,
): Promise<Pick<OfferedFileView, 'tokens' | 'price'>> {
  const cost = await meter.estimate({ history: noHistory, content: composeContent('', [attachment]) });
  return { tokens: estimatedTokens(cost.inputTokens), price: formatMarkedRange(cost, vscode.env.language) };
}
