import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** A webview page of the extension. */
export interface WebviewPage {
  readonly title: string;
  /** The name of a file in dist/webview. */
  readonly script: string;
  /** The style sheets' paths, relative to the extension's folder. */
  readonly styles: readonly string[];
}

/** Returns the folders that a page may load files from. */
export function webviewRoots(extensionUri: vscode.Uri): readonly vscode.Uri[] {
  return [vscode.Uri.joinPath(extensionUri, 'dist', 'webview'), vscode.Uri.joinPath(extensionUri, 'media')];
}

/**
 * Returns the HTML of a page. The page's content security policy allows only style sheets and fonts of the extension,
 * scripts with the nonce, and scripts that these scripts load. Workers can only be started from text that the page's own
 * scripts have put into a `blob:` URL. The attribute `data-l10n` contains the translations as JSON, which is an empty
 * object in English.
 */
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
    'worker-src blob:',
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
