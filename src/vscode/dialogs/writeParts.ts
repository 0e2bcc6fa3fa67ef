import * as vscode from 'vscode';
import { isJsonObject } from '../../common/json.ts';
import { writeInParts } from '../../node/writeInParts.ts';

export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/**
 * Writes the parts to a file. Throws `Cancelled` if the signal aborts before the end of the parts. If the file is not
 * on this computer's disk, keeps the whole text in memory until it is written.
 *
 * @param mode the permissions of the file, if it is on this computer's disk
 */
export async function writeParts(
  uri: vscode.Uri,
  parts: AsyncIterable<string>,
  signal: AbortSignal,
  mode?: number,
): Promise<void> {
  if (uri.scheme === 'file') {
    await writeInParts(uri.fsPath, stopOnAbort(parts, signal), mode);
    return;
  }
  // `workspace.fs` can write only whole files.
  const texts: string[] = [];
  for await (const part of stopOnAbort(parts, signal)) texts.push(part);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(texts.join('')));
}

/** Returns a message about a file that could not be written. For a known error, the message also says what to do. */
export function describeWriteFailure(error: unknown, name: string): string {
  const { l10n } = vscode;
  switch (isJsonObject(error) ? error['code'] : undefined) {
    case 'ENOSPC':
    case 'EDQUOT':
      return l10n.t('There isn’t enough space to write {0}. Free some space, or choose another folder.', name);
    case 'EACCES':
    case 'EBUSY':
    case 'EPERM':
    case 'EROFS':
    case 'NoPermissions':
      return l10n.t(
        '{0} couldn’t be written. If the file is open in another program, close it, or choose another folder.',
        name,
      );
    default:
      return l10n.t('{0} couldn’t be written. The log has the details.', name);
  }
}

async function* stopOnAbort(parts: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  for await (const part of parts) {
    if (signal.aborted) throw new Cancelled();
    yield part;
  }
  if (signal.aborted) throw new Cancelled();
}
