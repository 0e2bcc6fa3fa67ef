import * as vscode from 'vscode';

/** An untitled Markdown document beside the editor, to which a reply is appended while the reply streams. */
export interface ReplyDocument {
  readonly append: (text: string) => void;
  readonly dispose: () => void;
}

/** The minimum time between edits. Each edit is an undo step, so there should be few edits. */
const intervalMilliseconds = 250;

/**
 * Opens a document that contains `content`. The user may edit the document, because text is only appended. If the user
 * closes the document, the remaining text is discarded.
 */
export function openReplyDocument(content: string, reportError: (error: unknown) => void): ReplyDocument {
  let pending = '';
  let timer: NodeJS.Timeout | undefined;
  let isDisposed = false;
  const opened = show(content);
  opened.catch(reportError);

  function schedule(): void {
    if (timer !== undefined || isDisposed || pending === '') return;
    timer = setTimeout(() => {
      write().then(
        () => {
          timer = undefined;
          schedule();
        },
        (error: unknown) => {
          isDisposed = true;
          reportError(error);
        },
      );
    }, intervalMilliseconds);
  }

  async function write(): Promise<void> {
    const document = await opened;
    const text = pending;
    pending = '';
    // If the user closed the document, stop writing, because an edit would open the document again.
    if (document.isClosed) {
      isDisposed = true;
      return;
    }
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, document.lineAt(document.lineCount - 1).range.end, text);
    // VS Code may refuse the edit, for example if the user types at the same moment. In that case, keep the text for
    // the next edit.
    if (!(await vscode.workspace.applyEdit(edit))) pending = text + pending;
  }

  return {
    append: (text) => {
      pending += text;
      schedule();
    },
    dispose: () => {
      isDisposed = true;
      clearTimeout(timer);
    },
  };
}

async function show(content: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document, {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
    preview: false,
  });
  return document;
}
