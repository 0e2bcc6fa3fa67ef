import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import { uniqueIndexOf } from '../../common/code/uniqueIndexOf.ts';
import { documentAttachment, documentLength } from './documentAttachment.ts';

/**
 * Creates an attachment from text pasted into the message box. If exactly one visible editor contains the text exactly
 * once, and its document has at most `maxSearchedLength` characters, the attachment refers to that editor's file and to
 * the lines of the text.
 */
export function pastedAttachment(text: string, languageId: string): Attachment {
  const found = findInEditors(text);
  if (found !== undefined) return { ...found, isPasted: true };
  return { id: randomUUID(), path: '', startLine: 1, endLine: lineCount(text), languageId, code: text, isPasted: true };
}

/** The maximum number of characters of a searched document. A search blocks the extension. */
const maxSearchedLength = 4 * 1024 * 1024;

function findInEditors(text: string): Attachment | undefined {
  const pasted = text.replaceAll('\r\n', '\n');
  const found = vscode.window.visibleTextEditors.flatMap(({ document }) => {
    if (documentLength(document) > maxSearchedLength) return [];
    const content = document.getText().replaceAll('\r\n', '\n');
    const start = uniqueIndexOf(content, pasted);
    if (start < 0) return [];
    const startLine = lineCount(content.slice(0, start));
    const from = content[start - 1] === '\n' ? startLine + 1 : startLine;
    return [documentAttachment(document, { startLine: from, endLine: from + lineCount(pasted) - 1, code: text })];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the number of lines, at least 1. A line feed at the end does not start another line. */
function lineCount(text: string): number {
  return Math.max(1, text.split('\n').length - (text.endsWith('\n') ? 1 : 0));
}
