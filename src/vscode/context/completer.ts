import path from 'node:path';
import * as vscode from 'vscode';
import { createFuzzyMatcher } from '../../common/fuzzyMatcher.ts';
import { inTime } from '../../common/async/inTime.ts';
import type { CompletionKind, CompletionView } from '../../common/protocol/draftProtocol.ts';
import type { ToWebviewMessage } from '../../common/protocol/protocol.ts';
import type { TargetEditor } from '../code/targetEditor.ts';
import { showWarning } from '../dialogs/messages.ts';
import { plainName, plainStart } from '../dialogs/plainText.ts';
import type { Settings } from '../settings/settings.ts';
import type { ContextAdder } from './contextAdder.ts';
import { fillTemplate, listPromptTemplates, type PromptTemplate } from './promptTemplates.ts';
import { openTabUris } from './openTabs.ts';
import { createPathRanker, type PathRanker } from './pathRanker.ts';
import { selectedCode } from './selectedCode.ts';
import { symbolAttachment } from './symbolAttachment.ts';
import { createWorkspaceFiles, type WorkspaceFile } from './workspaceFiles.ts';

/** Finds files, symbols and prompts to suggest in the message box. */
export interface Completer {
  /**
   * If `kind` is `prompt`, posts the matching prompts to the panel. Otherwise, first posts the matching files. If
   * symbols match too, posts a second list later: the same files, followed by the symbols. If nothing matches, or if the
   * search fails before any match, the last list offers to choose files. Because the panel waits while the last list is
   * empty, the same offer is posted if no file matches and the search for symbols takes longer than 2 seconds. A new call
   * cancels the running completion.
   */
  complete(completionId: string, kind: CompletionKind, query: string): Promise<void>;
  /** Cancels the running completion. */
  end(): void;
  /**
   * Attaches the file or symbol of a suggestion. For a prompt with a placeholder for the selection, attaches the
   * selected code (see `TargetEditor.withSelection`), or calls `codeMissing` if no code is selected. Only the
   * suggestions that were posted last can be picked. The panel itself inserts a prompt's text.
   */
  pick(completionId: string, index: number): Promise<void>;
}

interface Candidate {
  readonly view: CompletionView;
  readonly pick?: () => Promise<void>;
}

const maxFiles = 8;
const maxSymbols = 8;
const maxPrompts = 8;
/** Only this many characters of a name are searched. A repository can contain symbols with names of many megabytes. */
const maxSearchedLength = 200;
/** The time in milliseconds after which the panel no longer waits for symbols. A language server may never answer. */
const maxSymbolWait = 2_000;
/** The minimum number of characters in a query for symbols. A single character would match too many symbols. */
const minSymbolQuery = 2;

export function createCompleter(
  adder: ContextAdder,
  settings: () => Pick<Settings, 'prompts' | 'excludedGlobs'>,
  post: (message: ToWebviewMessage) => void,
  targetEditor: Pick<TargetEditor, 'withSelection'>,
  codeMissing: () => void,
): Completer {
  // A clock that is set back must not keep the cached list.
  const now = () => performance.now();
  const listFiles = createWorkspaceFiles(() => settings().excludedGlobs, now, tellTimeout);
  const rankPaths = createPathRanker();
  const match = createFuzzyMatcher({ minScatteredLength: 2 });
  let latest: { readonly completionId: string; candidates: readonly Candidate[] } | undefined;
  let source: vscode.CancellationTokenSource | undefined;

  const byName = <Item extends { readonly name: string }>(query: string, items: readonly Item[]): readonly Item[] =>
    query === '' ? items : match(query, items, ({ name }) => name.slice(0, maxSearchedLength)).map(({ item }) => item);

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
        const prompts = byName(query, listPromptTemplates(settings().prompts)).slice(0, maxPrompts);
        const isPath = query.includes('/');
        if (prompts.length > 0 || isPath) show(promptCandidates(prompts, adder, targetEditor, codeMissing));
        else show([editPromptsCandidate(query)]);
        return;
      }
      let files: readonly Candidate[] = [];
      const showNoResults = () => {
        if (files.length === 0) show([chooseCandidate(adder)]);
      };
      try {
        files = (await matchingFiles(query, listFiles, rankPaths)).map((file) => fileCandidate(file, adder));
        show(files);
        if (token.isCancellationRequested) return;
        const search = query.length < minSymbolQuery ? Promise.resolve([]) : workspaceSymbols(query);
        const isSlow = (await inTime(search, undefined, maxSymbolWait)) === undefined;
        if (isSlow) showNoResults();
        const symbols = byName(query, await search).slice(0, maxSymbols);
        if (symbols.length > 0) show([...files, ...symbols.map((symbol) => symbolCandidate(symbol, adder))]);
        else if (!isSlow) showNoResults();
      } catch (error) {
        showNoResults();
        throw error;
      }
    },
    async pick(completionId, index) {
      if (latest?.completionId === completionId) await latest.candidates[index]?.pick?.();
    },
  };
}

function tellTimeout(): void {
  void showWarning(vscode.l10n.t('Listing the files of the workspace takes too long. Attach open files instead.'));
}

/**
 * Returns at most 8 matching files, best match first. Without a query, files in active tabs come first, then other open
 * files, then the remaining files.
 */
async function matchingFiles(
  query: string,
  listFiles: () => Promise<readonly WorkspaceFile[]>,
  rankPaths: PathRanker,
): Promise<readonly WorkspaceFile[]> {
  const files = await listFiles();
  if (query !== '') return rankPaths(query, files, (file) => file.path, maxFiles);
  const open = openTabUris().map((uri) => uri.toString());
  const isOpen = ({ uri }: WorkspaceFile) => open.includes(uri.toString());
  const first = files
    .filter(isOpen)
    .toSorted((a, b) => open.indexOf(a.uri.toString()) - open.indexOf(b.uri.toString()));
  return [...first, ...files.filter((file) => !isOpen(file))].slice(0, maxFiles);
}

function fileCandidate(file: WorkspaceFile, adder: ContextAdder): Candidate {
  const folder = path.posix.dirname(file.path);
  return {
    view: {
      label: plainName(path.posix.basename(file.path)),
      detail: folder === '.' ? '' : plainName(folder),
      icon: 'file',
    },
    pick: async () => adder.addFiles([file.uri]),
  };
}

async function workspaceSymbols(query: string): Promise<readonly vscode.SymbolInformation[]> {
  const found = await vscode.commands.executeCommand<readonly vscode.SymbolInformation[] | undefined>(
    'vscode.executeWorkspaceSymbolProvider',
    query,
  );
  return (found ?? []).filter(({ location }) => vscode.workspace.getWorkspaceFolder(location.uri) !== undefined);
}

function symbolCandidate(symbol: vscode.SymbolInformation, adder: ContextAdder): Candidate {
  const { name, containerName, kind, location } = symbol;
  const file = vscode.workspace.asRelativePath(location.uri).replaceAll('\\', '/');
  const icon = `symbol-${vscode.SymbolKind[kind].replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}`;
  return {
    view: { label: plainName(containerName === '' ? name : `${containerName}.${name}`), detail: plainName(file), icon },
    pick: async () => adder.addRead(async () => symbolAttachment(symbol)),
  };
}

function chooseCandidate(adder: ContextAdder): Candidate {
  const { l10n } = vscode;
  return {
    view: {
      label: l10n.t('Choose files…'),
      detail: l10n.t('No results'),
      icon: 'folder-opened',
      text: '',
      isFallback: true,
    },
    pick: async () => adder.addChosen(),
  };
}

/** Picking this candidate leaves the typed word in the message box. */
function editPromptsCandidate(query: string): Candidate {
  const { l10n, commands } = vscode;
  return {
    view: {
      label: l10n.t('Edit prompts…'),
      detail: l10n.t('No results'),
      icon: 'settings-gear',
      text: `/${query}`,
      isFallback: true,
    },
    pick: async () => commands.executeCommand('workbench.action.openSettings', '@id:tally.prompts'),
  };
}

function promptCandidates(
  prompts: readonly PromptTemplate[],
  adder: ContextAdder,
  targetEditor: Pick<TargetEditor, 'withSelection'>,
  codeMissing: () => void,
): readonly Candidate[] {
  const addSelection = async () => {
    const selected = selectedCode(targetEditor.withSelection()) ?? [];
    await adder.add(selected);
    if (selected.length === 0) codeMissing();
  };

  return prompts.map((prompt) => {
    const { name, isFromWorkspace } = prompt;
    const { text, usesSelection } = fillTemplate(prompt);
    const firstLine = plainStart(text.split('\n', 1)[0] ?? '');
    const detail = isFromWorkspace ? vscode.l10n.t('From this workspace: {0}', firstLine) : firstLine;
    return {
      view: { label: plainName(name), detail, icon: isFromWorkspace ? 'folder' : 'comment', text },
      ...(usesSelection ? { pick: addSelection } : {}),
    };
  });
}
