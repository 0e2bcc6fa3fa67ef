import { build } from 'esbuild';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { FromWebviewMessage, ToWebviewMessage } from '../../src/common/protocol.ts';
import type { WebviewStrings } from '../../src/common/webviewStrings.ts';
import { ensureChromium } from '../hosts/ensureChromium.ts';
import { projectFolder } from '../hosts/projectPaths.ts';
import themes from './panelThemes.json' with { type: 'json' };

export type ThemeName = keyof typeof themes;
export const themeNames: readonly ThemeName[] = ['dark', 'light', 'hc-dark', 'hc-light'];

/** The panel's own bundle in a real browser, with a page around it that plays the extension. */
export interface PanelHarness {
  readonly open: (options?: PanelOptions) => Promise<PanelPage>;
  readonly dispose: () => Promise<void>;
}

export interface PanelOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
}

export interface PanelPage {
  readonly page: Page;
  /** Tells the panel what happened, as the extension does. */
  readonly send: (...messages: readonly ToWebviewMessage[]) => Promise<void>;
  /** What the panel has posted so far, without `ready`. */
  readonly posted: () => Promise<readonly FromWebviewMessage[]>;
  /** Resolves with the first message of this type that the panel has posted or will post. */
  readonly waitForPosted: <Type extends FromWebviewMessage['type']>(type: Type) => Promise<Extract<FromWebviewMessage, { type: Type }>>;
  /** Gives the panel another size; resolves when it has it. */
  readonly resize: (width: number, height: number) => Promise<void>;
  /** Loads the page again with the panel's kept state, as VS Code does with a view that was hidden. */
  readonly reload: () => Promise<void>;
  /** Errors in the page and breaches of its content security policy. */
  readonly problems: readonly string[];
  readonly close: () => Promise<void>;
}

export interface BrowserOptions {
  /** Whether scroll bars can be seen and taken; a browser without a window has none otherwise. */
  readonly scrollBars?: boolean;
}

export async function startPanelHarness(options: BrowserOptions = {}): Promise<PanelHarness> {
  const folder = await mkdtemp(join(tmpdir(), 'tally-panel-'));
  await buildPanel(join(folder, 'dist', 'webview'));
  const server = await serve(folder);
  const executablePath = await ensureChromium(console.log);
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const ignoreDefaultArgs = options.scrollBars === true ? ['--hide-scrollbars'] : [];
  const browser = await chromium.launch({ executablePath, args, ignoreDefaultArgs });
  const address = server.address() as AddressInfo;
  return {
    open: async (options) => openPanel(browser, `http://127.0.0.1:${address.port}`, options ?? {}),
    dispose: async () => {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function buildPanel(outdir: string): Promise<void> {
  await build({
    entryPoints: {
      main: join(projectFolder, 'src/webview/main.ts'),
      codicon: join(projectFolder, 'node_modules/@vscode/codicons/dist/codicon.css'),
      katex: join(projectFolder, 'node_modules/katex/dist/katex.css'),
    },
    outdir,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'chrome138',
    splitting: true,
    loader: { '.ttf': 'file', '.woff2': 'file' },
    external: ['fonts/*.woff', 'fonts/*.ttf'],
    assetNames: '[name]',
    logLevel: 'error',
  });
}

async function openPanel(browser: Browser, origin: string, options: PanelOptions): Promise<PanelPage> {
  const { theme = 'dark', width = 300, height = 700 } = options;
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: 2, reducedMotion: 'reduce' });
  // A machine that runs other tests, too, can be slow.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  const messages = async (): Promise<readonly FromWebviewMessage[]> => page.evaluate(() => (window as unknown as HostWindow).posted);
  const isReady = async (): Promise<void> => {
    await page.waitForFunction(() => (window as unknown as HostWindow).posted.some(({ type }) => type === 'ready'));
  };
  await page.goto(`${origin}/?theme=${theme}`);
  await isReady();
  return {
    page,
    send: async (...toSend) => {
      await page.evaluate((all) => all.forEach((data) => window.dispatchEvent(new MessageEvent('message', { data }))), toSend);
    },
    posted: async () => (await messages()).filter(({ type }) => type !== 'ready'),
    waitForPosted: async (type) => {
      const handle = await page.waitForFunction((wanted) => (window as unknown as HostWindow).posted.find((each) => each.type === wanted), type);
      return (await handle.jsonValue()) as never;
    },
    resize: async (width, height) => {
      await page.setViewportSize({ width, height });
      await page.waitForFunction((size) => window.innerWidth === size.width && window.innerHeight === size.height, { width, height });
    },
    reload: async () => {
      await page.reload();
      await isReady();
    },
    problems,
    close: async () => context.close(),
  };
}

interface HostWindow {
  readonly posted: readonly FromWebviewMessage[];
}

const contentTypes: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf', '.woff2': 'font/woff2' };

async function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/') {
      const theme = themes[(url.searchParams.get('theme') ?? 'dark') as ThemeName];
      const nonce = randomBytes(16).toString('base64');
      response.setHeader('content-security-policy', contentSecurityPolicy(nonce));
      response.setHeader('content-type', 'text/html; charset=utf-8').end(hostPage(theme.bodyClass, nonce, url.search));
    } else if (url.pathname === '/theme.css') {
      const theme = themes[(url.searchParams.get('theme') ?? 'dark') as ThemeName];
      response.setHeader('content-type', 'text/css').end(themeCss(theme.variables));
    } else {
      const base = url.pathname.startsWith('/media/') ? projectFolder : folder;
      readFile(join(base, normalize(url.pathname))).then(
        (content) => response.setHeader('content-type', contentTypes[extname(url.pathname)] ?? 'application/octet-stream').end(content),
        () => response.writeHead(404).end(),
      );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The policy of the real page, for this origin. */
function contentSecurityPolicy(nonce: string): string {
  return `default-src 'none'; style-src 'self'; font-src 'self'; script-src 'nonce-${nonce}' 'strict-dynamic'; base-uri 'none'; form-action 'none'`;
}

function hostPage(bodyClass: string, nonce: string, query: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tally Chat</title>
<link rel="stylesheet" href="/theme.css${query}">
<link rel="stylesheet" href="/dist/webview/codicon.css">
<link rel="stylesheet" href="/media/chat.css">
<script nonce="${nonce}">
window.posted = [];
window.acquireVsCodeApi = () => ({
  postMessage: (message) => window.posted.push(structuredClone(message)),
  getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
  setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
});
</script>
</head>
<body class="${bodyClass}" data-strings="${JSON.stringify(panelStrings).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">
<script type="module" nonce="${nonce}" src="/dist/webview/main.js"></script>
</body>
</html>`;
}

/** The variables that VS Code sets, and the part of its default style sheet that touches what the panel shows. */
function themeCss(variables: Readonly<Record<string, string>>): string {
  const colors = Object.entries(variables).map(([name, value]) => `${name}: ${value};`);
  return `:root {
${colors.join('\n')}
--vscode-font-family: system-ui, "Liberation Sans", sans-serif;
--vscode-font-size: 13px;
--vscode-editor-font-family: "Liberation Mono", monospace;
--vscode-editor-font-size: 13px;
background: var(--vscode-sideBar-background);
}
@layer vscode-default {
body { color: var(--vscode-editor-foreground); padding: 0 20px; }
code { color: var(--vscode-textPreformat-foreground); background-color: var(--vscode-textPreformat-background); padding: 1px 3px; border-radius: 4px; }
blockquote { background: var(--vscode-textBlockQuote-background); border-color: var(--vscode-textBlockQuote-border); }
a, a code { color: var(--vscode-textLink-foreground); }
a:focus, input:focus, select:focus, textarea:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
}`;
}

export const panelStrings: WebviewStrings = {
  conversation: 'Conversation',
  you: 'You',
  reply: 'Reply',
  message: 'Message',
  messagePlaceholder: 'Ask anything',
  send: 'Send',
  stop: 'Stop',
  newSession: 'New session',
  sessions: 'Sessions',
  copyReply: 'Copy reply',
  copyCode: 'Copy code',
  insertAtCursor: 'Insert at cursor',
  applyToEditor: 'Apply to editor',
  newFile: 'New file',
  whenCodeIsComplete: 'Possible when the code is complete.',
  copied: 'Copied',
  jumpToLatest: 'Jump to latest',
  setApiKey: 'Set API key',
  estimatedCost: 'Estimated cost',
  startNewOne: 'Start a new one',
  removeAttachment: 'Remove {0}',
  switchOffAttachment: 'Switch off {0}',
  switchOnAttachment: 'Switch on {0}',
  openAttachment: 'Open {0}',
  notSent: 'not sent',
  insertAttachment: 'Insert {0} as text',
  completions: 'Suggestions',
  completionsShown: 'Suggestions: choose with the arrow keys, take with Enter.',
  addContext: 'Add context',
  addContextHint: 'Add context: type @ for files and symbols, or drop files here with Shift held',
  dropHere: 'Drop to add to your message',
  welcomeTitle: 'Ask about your code',
  welcomeText: 'Replies stream in as they are written. What each one costs stands under it, and today’s spend in the status bar.',
  tryTitle: 'Three things to try',
  suggestions: [
    'What is the difference between a promise and an observable?',
    'Write a function that groups a list by a key, with a test.',
    'Compare JSON, YAML and TOML for configuration files, in a table.',
  ],
  reasoning: 'Reasoning',
  seconds: '{0} s',
  copyDetails: 'Copy details',
  notWhileRunning: 'Possible when the running reply has ended.',
  queueMessage: 'Queue message',
  queuedMessages: 'Queued messages',
  takeBack: 'Take back',
  sendQueued: 'Send queued message',
  queued: 'Queued: sent when the reply is complete.',
  queueWaits: 'Queued, not sent yet.',
  replyStarted: 'The reply has begun.',
  replyEnded: 'The reply is complete.',
  replyStopped: 'The reply was stopped.',
  replyFailed: 'The reply failed.',
  messageActions: 'Message actions',
  retry: 'Retry',
  editMessage: 'Edit message',
  copyMessage: 'Copy message',
  deleteExchange: 'Delete exchange',
  undo: 'Undo',
  restored: 'The exchange is back.',
  editedText: 'Edited text',
  sendInNewSession: 'Send in new session',
  cancel: 'Cancel',
  openEarlierSession: 'Open earlier session',
  stateRunning: 'Under way',
  stateStopped: 'Stopped',
  stateIncomplete: 'Incomplete',
  stateFailed: 'Failed',
  find: 'Find',
  previousMatch: 'Previous match',
  nextMatch: 'Next match',
  closeFind: 'Close find',
  matchCount: '{0} of {1}',
  noMatches: 'No results',
  imageLink: 'Image: {0}',
  task: 'Task',
  searchSessions: 'Search sessions',
  searchPlaceholder: 'Search titles and texts',
  searchingSessions: 'Searching the texts…',
  backToConversation: 'Back to the conversation',
  noSessions: 'There are no sessions yet. Ask something to begin.',
  nothingFound: 'Nothing was found.',
  sessionsFound: 'Sessions found: {0}',
  pinned: 'Pinned',
  today: 'Today',
  yesterday: 'Yesterday',
  thisWeek: 'This week',
  earlierThisMonth: 'Earlier this month',
  pin: 'Pin',
  unpin: 'Unpin',
  sessionPinned: 'Pinned to the top.',
  sessionUnpinned: 'No longer pinned.',
  rename: 'Rename',
  sessionTitle: 'Session title',
  exportSession: 'Export as Markdown',
  deleteSession: 'Delete',
  sessionDeleted: 'Deleted “{0}”.',
  sessionRestored: 'The session is back.',
  sessionEdited: 'Edited copy',
  sessionRunning: 'Replying…',
  sessionElsewhere: 'In another window',
  readOnlyPlaceholder: 'Read-only',
  readOnly: 'This session is open in another window.',
  readOnlyBusy: 'This session is open in another window, where a reply is running.',
  takeOver: 'Take over',
  startAnother: 'Start another',
};
