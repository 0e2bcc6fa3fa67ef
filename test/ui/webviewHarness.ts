import { build, type BuildOptions } from 'esbuild';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { ensurePageBrowser } from '../hosts/ensureChromium.ts';
import { projectFolder } from '../hosts/projectPaths.ts';
import { Tabs } from './tabs.ts';
import { trackedImports, trackImportScript, type TrackingWindow } from './trackedImports.ts';
import themes from './panelThemes.json' with { type: 'json' };

export type ThemeName = keyof typeof themes;
export const themeNames: readonly ThemeName[] = ['dark', 'light', 'hc-dark', 'hc-light'];

/** The source files and properties of one of the extension's webview pages. */
export interface WebviewParts {
  readonly bundle: Pick<BuildOptions, 'entryPoints' | 'splitting' | 'plugins' | 'loader' | 'external' | 'assetNames'>;
  /** Path on the test server, which serves the bundle from `dist/webview`. */
  readonly script: string;
  /** Paths on the test server. If a path starts with `media/`, the server reads the file from the project's folder. */
  readonly styleSheets: readonly string[];
  /** Type of the message that the page posts when it can receive messages. */
  readonly firstMessage: string;
  /** The part of VS Code whose background colour is behind the page. */
  readonly background: 'sideBar' | 'editor';
}

/**
 * Opens a webview page in a real browser. A stand-in for VS Code's webview API records the messages that the page
 * posts.
 */
export interface WebviewHarness<To, From extends Message> {
  readonly open: (options?: WebviewOptions) => Promise<WebviewPage<To, From>>;
  readonly dispose: () => Promise<void>;
}

interface Message {
  readonly type: string;
}

export interface WebviewOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly direction?: 'ltr' | 'rtl';
  readonly forcedColors?: 'active' | 'none';
  /** Translations by their English text, as in a language pack. */
  readonly translations?: Readonly<Record<string, string>>;
  /** The fixed time in the page. Without it, the page uses the real time. */
  readonly now?: Date;
}

export interface WebviewPage<To, From extends Message> {
  readonly page: Page;
  /** Sends messages to the page, as the extension does. Resolves when the page has loaded the code that it then needs. */
  readonly send: (...messages: readonly To[]) => Promise<void>;
  /** Resolves with the messages that the page has posted since it was loaded, except `ready`. */
  readonly posted: () => Promise<readonly From[]>;
  /** Resolves with the first message of this type since the page was loaded. Waits if there is none yet. */
  readonly waitForPosted: <Type extends From['type']>(type: Type) => Promise<Extract<From, { type: Type }>>;
  /** Resizes the page. Resolves when the page has the new size. */
  readonly resize: (width: number, height: number) => Promise<void>;
  /** Changes the colour theme of the open page, as VS Code does. */
  readonly setTheme: (theme: ThemeName) => Promise<void>;
  /** Reloads the page with its saved state, as VS Code does when a hidden view is shown again. */
  readonly reload: () => Promise<void>;
  /**
   * Prevents other tests from using this tab afterwards. Call this in a test that changes something that the next page
   * in the tab would keep: the clock, the media features, touch input, permissions or scripts that run at each load.
   */
  readonly isolateTab: () => void;
  /** Uncaught errors of the page, and its errors and warnings in the console. */
  readonly problems: readonly string[];
  readonly close: () => Promise<void>;
}

export interface BrowserOptions {
  /** True if the browser shows scroll bars. By default, the headless browser hides them. */
  readonly scrollBars?: boolean;
}

export async function startWebviewHarness<To, From extends Message>(
  parts: WebviewParts,
  options: BrowserOptions = {},
): Promise<WebviewHarness<To, From>> {
  const folder = await mkdtemp(join(tmpdir(), 'tally-panel-'));
  await build({
    ...parts.bundle,
    plugins: [...(parts.bundle.plugins ?? []), trackedImports],
    outdir: join(folder, 'dist', 'webview'),
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'chrome138',
    logLevel: 'error',
  });
  const server = await serve(folder, parts);
  const executablePath = await ensurePageBrowser(console.log);
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  const ignoreDefaultArgs = options.scrollBars === true ? ['--hide-scrollbars'] : [];
  const browser = await chromium.launch({ executablePath, args, ignoreDefaultArgs });
  const address = server.address() as AddressInfo;
  const tabs = new Tabs(browser);
  return {
    open: async (options) => openPage(tabs, `http://127.0.0.1:${address.port}`, parts.firstMessage, options ?? {}),
    dispose: async () => {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openPage<To, From extends Message>(
  tabs: Tabs,
  origin: string,
  firstMessage: string,
  options: WebviewOptions,
): Promise<WebviewPage<To, From>> {
  const { theme = 'dark', width = 300, height = 700, direction = 'ltr', translations = {}, now } = options;
  const tab = await tabs.take(options);
  const { page } = tab;
  await page.setViewportSize({ width, height });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  if (now !== undefined && tab.pages === 0) await page.clock.setFixedTime(now);
  tab.pages += 1;
  const messages = async (): Promise<readonly From[]> =>
    page.evaluate(() => (window as unknown as HostWindow).posted) as Promise<readonly From[]>;
  const isReady = async (): Promise<void> => {
    await page.waitForFunction(
      (wanted) => (window as unknown as HostWindow).posted.some(({ type }) => type === wanted),
      firstMessage,
    );
  };
  await page.goto(
    `${origin}/?${new URLSearchParams({ theme, direction, translations: JSON.stringify(translations), page: String(tab.pages) })}`,
  );
  await isReady();
  return {
    page,
    send: async (...toSend) => {
      await page.evaluate(async (all) => {
        for (const data of all as readonly unknown[]) window.dispatchEvent(new MessageEvent('message', { data }));
        const { imports } = window as unknown as TrackingWindow;
        while (imports.size > 0) await Promise.allSettled(imports);
      }, toSend);
    },
    posted: async () => (await messages()).filter(({ type }) => type !== 'ready'),
    waitForPosted: async (type) => {
      const handle = await page.waitForFunction(
        (wanted) => (window as unknown as HostWindow).posted.find((each) => each.type === wanted),
        type as string,
      );
      return (await handle.jsonValue()) as never;
    },
    resize: async (width, height) => {
      await page.setViewportSize({ width, height });
      await page.waitForFunction((size) => window.innerWidth === size.width && window.innerHeight === size.height, {
        width,
        height,
      });
    },
    setTheme: async (theme) => {
      await page.evaluate(
        async ({ bodyClass, href }) => {
          const link = document.querySelector<HTMLLinkElement>('link[href^="/theme.css"]');
          if (link === null) throw new Error('The page has no theme.');
          const loaded = new Promise((resolve) => link.addEventListener('load', resolve, { once: true }));
          // Returns, because an unchanged address causes no `load` event.
          if (link.getAttribute('href') === href) return;
          link.href = href;
          await loaded;
          document.body.className = bodyClass;
        },
        { bodyClass: themes[theme].bodyClass, href: `/theme.css?theme=${theme}` },
      );
    },
    reload: async () => {
      await page.reload();
      await isReady();
    },
    problems,
    isolateTab: () => {
      tab.isIsolated = true;
    },
    close: async () => tabs.giveBack(tab),
  };
}

interface HostWindow {
  readonly posted: readonly Message[];
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

async function serve(folder: string, parts: WebviewParts): Promise<Server> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/') {
      const theme = themes[(url.searchParams.get('theme') ?? 'dark') as ThemeName];
      const nonce = randomBytes(16).toString('base64');
      response.setHeader('content-security-policy', contentSecurityPolicy(nonce));
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(hostPage(parts, theme.bodyClass, nonce, url.searchParams));
    } else if (url.pathname === '/theme.css') {
      const theme = themes[(url.searchParams.get('theme') ?? 'dark') as ThemeName];
      response.setHeader('content-type', 'text/css').end(themeCss(theme.variables, parts.background));
    } else {
      const base = url.pathname.startsWith('/media/') ? projectFolder : folder;
      readFile(join(base, normalize(url.pathname))).then(
        (content) =>
          response
            .setHeader('content-type', contentTypes[extname(url.pathname)] ?? 'application/octet-stream')
            .setHeader('cache-control', 'max-age=3600')
            .end(content),
        () => response.writeHead(404).end(),
      );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Returns the content security policy of the real page, for the origin of the test server. */
function contentSecurityPolicy(nonce: string): string {
  return `default-src 'none'; style-src 'self'; font-src 'self'; script-src 'nonce-${nonce}' 'strict-dynamic'; worker-src blob:; base-uri 'none'; form-action 'none'`;
}

function hostPage(
  { script, styleSheets }: WebviewParts,
  bodyClass: string,
  nonce: string,
  query: URLSearchParams,
): string {
  return `<!DOCTYPE html>
<html lang="en" dir="${query.get('direction') ?? 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tally Chat</title>
<link rel="stylesheet" href="/theme.css?theme=${query.get('theme') ?? 'dark'}">
${styleSheets.map((href) => `<link rel="stylesheet" href="/${href}">`).join('\n')}
<script nonce="${nonce}">
if (sessionStorage.getItem('page') !== location.search) {
  // Removes the state of an earlier page in this tab.
  sessionStorage.clear();
  sessionStorage.setItem('page', location.search);
}
window.posted = [];
${trackImportScript}
window.acquireVsCodeApi = () => ({
  postMessage: (message) => window.posted.push(structuredClone(message)),
  getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
  setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
});
</script>
</head>
<body class="${bodyClass}" data-l10n="${(query.get('translations') ?? '{}').replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">
<script type="module" nonce="${nonce}" src="/${script}"></script>
</body>
</html>`;
}

/** Returns the variables that VS Code sets, and the rules of VS Code's style sheet that affect our pages. */
function themeCss(variables: Readonly<Record<string, string>>, background: WebviewParts['background']): string {
  const colors = Object.entries(variables).map(([name, value]) => `${name}: ${value};`);
  return `:root {
${colors.join('\n')}
--vscode-font-family: system-ui, "Liberation Sans", sans-serif;
--vscode-font-size: 13px;
--vscode-editor-font-family: "Liberation Mono", monospace;
--vscode-editor-font-size: 13px;
background: var(--vscode-${background}-background);
}
@layer vscode-default {
body { color: var(--vscode-editor-foreground); padding: 0 20px; }
code { color: var(--vscode-textPreformat-foreground); background-color: var(--vscode-textPreformat-background); padding: 1px 3px; border-radius: 4px; }
blockquote { background: var(--vscode-textBlockQuote-background); border-color: var(--vscode-textBlockQuote-border); }
a, a code { color: var(--vscode-textLink-foreground); }
a:focus, input:focus, select:focus, textarea:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
}`;
}
