import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { webviewStrings } from './webviewStrings.ts';

/** The panel's page: no remote content of any kind, scripts by nonce only. */
export function webviewHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const uri = (...path: string[]) => escapeAttribute(webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString());
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
<title>Tally Chat</title>
<link rel="stylesheet" href="${uri('dist', 'webview', 'codicon.css')}">
<link rel="stylesheet" href="${uri('media', 'chat.css')}">
</head>
<body data-strings="${escapeAttribute(JSON.stringify(webviewStrings()))}">
<script type="module" nonce="${nonce}" src="${uri('dist', 'webview', 'main.js')}"></script>
</body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
