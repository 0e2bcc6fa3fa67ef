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
    error: (error) => channel.error(redactLine(withCauses(error))),
    addSecret: (secret) => secrets.add(secret),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}

const maxCauses = 5;

/** Returns the stack of an error, or its message if it has none, followed by the stacks of its causes. */
function withCauses(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  // A cause may refer back to its error.
  return error.cause === undefined || depth === maxCauses
    ? own
    : `${own}\nCaused by: ${withCauses(error.cause, depth + 1)}`;
}

/** Redacts bearer and basic credentials, and the user name and password in a URL. */
function redactPatterns(text: string): string {
  return text.replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 •••').replaceAll(/:\/\/[^\s/@]+@/g, '://•••@');
}
