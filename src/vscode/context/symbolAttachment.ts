import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import { documentAttachment } from './documentAttachment.ts';
import { maxCodeLength, tooLarge, tooSlow } from './fileAttachment.ts';
import { inTime } from '../../common/async/inTime.ts';

/**
 * Creates an attachment with the whole lines of a symbol. `location` may be only the range of the symbol's name, so the
 * range with the body is looked up. If that range is not found in time, `location` is used. If the lines have more than
 * `maxCodeLength` characters, or the document cannot be opened in time, resolves with a sentence that tells the user so.
 */
export async function symbolAttachment({ name, location }: vscode.SymbolInformation): Promise<Attachment | string> {
  const document = await inTime(vscode.workspace.openTextDocument(location.uri), undefined);
  if (document === undefined) return tooSlow(location.uri);
  const range = (await inTime(wholeRange(name, location), undefined)) ?? location.range;
  const { start } = range;
  const end =
    range.end.character === 0 && range.end.line > start.line
      ? document.lineAt(range.end.line - 1)
      : document.lineAt(range.end.line);
  const code = document.getText(new vscode.Range(start.with({ character: 0 }), end.range.end));
  if (code.length > maxCodeLength) return tooLarge(location.uri);
  return documentAttachment(document, { startLine: start.line + 1, endLine: end.lineNumber + 1, code });
}

async function wholeRange(name: string, { uri, range }: vscode.Location): Promise<vscode.Range | undefined> {
  const symbols = await vscode.commands.executeCommand<
    readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
  >('vscode.executeDocumentSymbolProvider', uri);
  const ranges = (symbols ?? [])
    .flatMap((symbol) => rangesOf(name, symbol))
    .filter((each) => each.contains(range.start));
  // Choose the innermost symbol with this name.
  return ranges.toSorted((a, b) => (a.contains(b) ? 1 : -1))[0];
}

function rangesOf(name: string, symbol: vscode.DocumentSymbol | vscode.SymbolInformation): readonly vscode.Range[] {
  // A workspace symbol may be named `add()` although the document symbol is named `add`. The name may be hostile and
  // very long, so no regular expression is used.
  const isNamed = symbol.name === name || (name.endsWith(')') && name.startsWith(`${symbol.name}(`));
  if (!('range' in symbol)) return isNamed ? [symbol.location.range] : [];
  return [...(isNamed ? [symbol.range] : []), ...symbol.children.flatMap((child) => rangesOf(name, child))];
}
