import type * as vscode from 'vscode';
import { redact } from '../../api/redact.ts';

/** The extension's log. Known secrets and credentials are redacted in each line before the line is written. */
export interface RedactedLog {
  info(line: string): void;
  error(error: unknown): void;
  /** Redacts `secret` in all lines that are written after this call. */
  addSecret(secret: string): void;
  show(): void;
  dispose(): void;
}

export function createRedactedLog(channel: vscode.LogOutputChannel): RedactedLog {
  const secrets = new Set<string>();
  const redactLine = (text: string) => {
    let line = text;
    for (const secret of secrets) line = redact(line, secret);
    return redactPatterns(line);
  };
  return {
    info: (line) => channel.info(redactLine(line)),
    error: (error) =>
      channel.error(redactLine(error instanceof Error ? (error.stack ?? error.message) : String(error))),
    addSecret: (secret) => secrets.add(secret),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}

/** Redacts bearer and basic credentials, and the user name and password in a URL. */
function redactPatterns(text: string): string {
  return text.replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 •••').replaceAll(/:\/\/[^\s/@]+@/g, '://•••@');
}
