import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** One of our pages. */
export interface WebviewPage {
  readonly title: string;
  /** In dist/webview. */
  readonly script: string;
  /** Paths from the extension's folder. */
  readonly styles: readonly string[];
}

/** The folders that a page may load from. */
export function webviewRoots(extensionUri: vscode.Uri): readonly vscode.Uri[] {
  return [vscode.Uri.joinPath(extensionUri, 'dist', 'webview'), vscode.Uri.joinPath(extensionUri, 'media')];
}

/** No remote content of any kind, scripts by nonce only. The body carries the translations; in English there are none. */
export function webviewHtml(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  { title, script, styles }: WebviewPage,
): string {
  const nonce = randomBytes(16).toString('base64');
  const uri = (path: string) =>
    escapeAttribute(webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, path)).toString());
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeAttribute(title)}</title>
${styles.map((path) => `<link rel="stylesheet" href="${uri(path)}">`).join('\n')}
</head>
<body data-l10n="${escapeAttribute(JSON.stringify(vscode.l10n.bundle ?? {}))}">
<script type="module" nonce="${nonce}" src="${uri(`dist/webview/${script}`)}"></script>
</body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
