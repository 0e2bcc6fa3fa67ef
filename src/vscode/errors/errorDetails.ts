import type * as vscode from 'vscode';
import type { Reply, ReplyError } from '../../chat/messages/message.ts';

/** What support asks for, in lines of plain text; never the key, nor what was asked. */
export function errorDetails(reply: Pick<Reply, 'at' | 'id'>, error: ReplyError, l10n: typeof vscode.l10n): string {
  const { name, status, code, requestId, elapsed, body, detail } = error;
  const lines: readonly (readonly [label: string, value: string | undefined])[] = [
    [l10n.t('Error'), [name, code].filter((each) => each !== undefined).join(' ')],
    [l10n.t('Status'), status?.toString()],
    [l10n.t('Request id'), requestId],
    [l10n.t('Sent'), new Date(reply.at).toISOString()],
    [l10n.t('Elapsed'), elapsed === undefined ? undefined : describeDuration(elapsed)],
    [l10n.t('Answer'), body === undefined || body === '' ? detail : body],
  ];
  return lines.flatMap(([label, value]) => (value === undefined || value === '' ? [] : [`${label}: ${value}`])).join('\n');
}

function describeDuration(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}
