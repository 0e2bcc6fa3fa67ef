import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import { shownPath } from './selectedCode.ts';

/** Text that was pasted into the message box; it names its file and lines when it stands in an open editor, once. */
export function pastedAttachment(text: string, languageId: string): Attachment {
  const source = sourceOf(text);
  const pasted = { id: randomUUID(), path: '', startLine: 1, endLine: lineCount(text), languageId, code: text, isPasted: true };
  return source === undefined ? pasted : { ...pasted, ...source };
}

function sourceOf(text: string): Pick<Attachment, 'path' | 'startLine' | 'endLine' | 'languageId' | 'uri'> | undefined {
  const wanted = text.replaceAll('\r\n', '\n');
  const found = vscode.window.visibleTextEditors.flatMap(({ document }) => {
    const content = document.getText().replaceAll('\r\n', '\n');
    const start = content.indexOf(wanted);
    if (start < 0 || content.includes(wanted, start + 1)) return [];
    const startLine = lineCount(content.slice(0, start));
    const from = content[start - 1] === '\n' ? startLine + 1 : startLine;
    return [{ path: shownPath(document.uri), startLine: from, endLine: from + lineCount(wanted) - 1, languageId: document.languageId, uri: document.uri.toString() }];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** A line feed at the end begins no line. */
function lineCount(text: string): number {
  return Math.max(1, text.split('\n').length - (text.endsWith('\n') ? 1 : 0));
}
