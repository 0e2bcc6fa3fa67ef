import path from 'node:path';
import * as vscode from 'vscode';
import type { CompletionKind, CompletionView } from '../../common/protocol/draftProtocol.ts';
import type { ToWebviewMessage } from '../../common/protocol/protocol.ts';
import type { Settings } from '../settings/settings.ts';
import type { ContextAdder } from './contextAdder.ts';
import { listPromptTemplates, type PromptTemplate } from './promptTemplates.ts';
import { rankMatches } from './rankMatches.ts';
import { selectedCode } from './selectedCode.ts';
import { symbolAttachment } from './symbolAttachment.ts';
import { createWorkspaceFiles, type WorkspaceFile } from './workspaceFiles.ts';

/** What the message box suggests. */
export interface Completer {
  /** Posts what is found, and once more when there are symbols; nothing once another request has come. */
  complete(completionId: string, kind: CompletionKind, query: string): Promise<void>;
  /** Nobody waits any more. */
  end(): void;
  /** Does what a suggestion stands for, besides what the panel itself does with its text. */
  pick(completionId: string, index: number): Promise<void>;
}

interface Candidate {
  readonly view: CompletionView;
  readonly pick?: () => Promise<void>;
}

const maxFiles = 8;
const maxSymbols = 8;
/** A single character names half of all symbols. */
const minSymbolQuery = 2;

export function createCompleter(
  adder: ContextAdder,
  settings: () => Pick<Settings, 'prompts' | 'excludedGlobs'>,
  post: (message: ToWebviewMessage) => void,
): Completer {
  const listFiles = createWorkspaceFiles(() => settings().excludedGlobs, Date.now);
  let latest: { readonly completionId: string; candidates: readonly Candidate[] } | undefined;
  let source: vscode.CancellationTokenSource | undefined;

  function end(): void {
    source?.cancel();
    source?.dispose();
    source = undefined;
  }

  return {
    end,
    async complete(completionId, kind, query) {
      end();
      source = new vscode.CancellationTokenSource();
      const { token } = source;
      const show = (candidates: readonly Candidate[]) => {
        if (token.isCancellationRequested) return;
        latest = { completionId, candidates };
        post({ type: 'didComplete', completionId, items: candidates.map(({ view }) => view) });
      };
      if (kind === 'prompt') {
        show(promptCandidates(query, listPromptTemplates(settings().prompts), adder));
        return;
      }
      const files = (await matchingFiles(query, listFiles)).map((file) => fileCandidate(file, adder));
      show(files);
      if (query.length < minSymbolQuery || token.isCancellationRequested) return;
      const symbols = await matchingSymbols(query);
      if (symbols.length > 0) show([...files, ...symbols.map((symbol) => symbolCandidate(symbol, adder))]);
    },
    async pick(completionId, index) {
      if (latest?.completionId === completionId) await latest.candidates[index]?.pick?.();
    },
  };
}

/** Without a query the open editors, since what is worked on is asked about. */
async function matchingFiles(query: string, listFiles: () => Promise<readonly WorkspaceFile[]>): Promise<readonly WorkspaceFile[]> {
  const files = await listFiles();
  if (query !== '') return rankMatches(query, files, (file) => file.path, maxFiles);
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).toSorted((a, b) => Number(b.isActive) - Number(a.isActive));
  const open = tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : []));
  const isOpen = ({ uri }: WorkspaceFile) => open.includes(uri.toString());
  const first = files.filter(isOpen).toSorted((a, b) => open.indexOf(a.uri.toString()) - open.indexOf(b.uri.toString()));
  return [...first, ...files.filter((file) => !isOpen(file))].slice(0, maxFiles);
}

function fileCandidate(file: WorkspaceFile, adder: ContextAdder): Candidate {
  const folder = path.posix.dirname(file.path);
  return {
    view: { label: path.posix.basename(file.path), detail: folder === '.' ? '' : folder, icon: 'file' },
    pick: async () => adder.addFiles([file.uri]),
  };
}

async function matchingSymbols(query: string): Promise<readonly vscode.SymbolInformation[]> {
  const found = await vscode.commands.executeCommand<readonly vscode.SymbolInformation[] | undefined>('vscode.executeWorkspaceSymbolProvider', query);
  const own = (found ?? []).filter(({ location }) => vscode.workspace.getWorkspaceFolder(location.uri) !== undefined);
  return rankMatches(query, own, ({ name }) => name, maxSymbols);
}

function symbolCandidate(symbol: vscode.SymbolInformation, adder: ContextAdder): Candidate {
  const { name, containerName, kind, location } = symbol;
  const file = vscode.workspace.asRelativePath(location.uri).replaceAll('\\', '/');
  const icon = `symbol-${vscode.SymbolKind[kind].replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}`;
  return {
    view: { label: containerName === '' ? name : `${containerName}.${name}`, detail: file, icon },
    pick: async () => adder.addRead(async () => symbolAttachment(symbol)),
  };
}

function promptCandidates(query: string, templates: readonly PromptTemplate[], adder: ContextAdder): readonly Candidate[] {
  return rankMatches(query, templates, ({ name }) => name, maxFiles).map(({ name, text, usesSelection }) => ({
    view: { label: name, detail: text.split('\n', 1)[0] ?? '', icon: 'comment', text },
    ...(usesSelection ? { pick: async () => adder.add(selectedCode(vscode.window.activeTextEditor)) } : {}),
  }));
}
