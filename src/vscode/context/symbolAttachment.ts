import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import { shownPath } from './selectedCode.ts';

/** The whole lines of a symbol: its body too, where a provider names only where its name stands. */
export async function symbolAttachment({ name, location }: vscode.SymbolInformation): Promise<Attachment> {
  const document = await vscode.workspace.openTextDocument(location.uri);
  const range = (await wholeRange(name, location)) ?? location.range;
  const { start } = range;
  const end = range.end.character === 0 && range.end.line > start.line ? document.lineAt(range.end.line - 1) : document.lineAt(range.end.line);
  return {
    id: randomUUID(),
    path: shownPath(document.uri),
    startLine: start.line + 1,
    endLine: end.lineNumber + 1,
    languageId: document.languageId,
    code: document.getText(new vscode.Range(start.with({ character: 0 }), end.range.end)),
    uri: document.uri.toString(),
  };
}

async function wholeRange(name: string, { uri, range }: vscode.Location): Promise<vscode.Range | undefined> {
  const symbols = await vscode.commands.executeCommand<readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined>('vscode.executeDocumentSymbolProvider', uri);
  const ranges = (symbols ?? []).flatMap((symbol) => rangesOf(name, symbol)).filter((each) => each.contains(range.start));
  // The innermost of those that bear the name.
  return ranges.toSorted((a, b) => (a.contains(b) ? 1 : -1))[0];
}

function rangesOf(name: string, symbol: vscode.DocumentSymbol | vscode.SymbolInformation): readonly vscode.Range[] {
  // Some providers write `add()` where others write `add`.
  const isNamed = symbol.name === name || symbol.name === name.replace(/\(.*\)$/, '');
  if (!('range' in symbol)) return isNamed ? [symbol.location.range] : [];
  return [...(isNamed ? [symbol.range] : []), ...symbol.children.flatMap((child) => rangesOf(name, child))];
}
