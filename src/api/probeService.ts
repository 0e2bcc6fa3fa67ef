import { connectionError } from './connectionError.ts';
import type { APIConnectionError } from './errors.ts';
import { chatCompletionsUrl } from './serviceAddress.ts';
import type { Transport } from './transport.ts';

/** Whether something answers at the address: its HTTP status, or why not. */
export type ProbeResult =
  | { readonly status: number; readonly milliseconds: number }
  | { readonly error: APIConnectionError };

/** Asks the chat endpoint for nothing, without the key: it costs nothing, and any status is an answer. */
export async function probeService(transport: Transport, baseUrl: string, signal: AbortSignal): Promise<ProbeResult> {
  const start = performance.now();
  try {
    const response = await transport({
      method: 'GET',
      url: chatCompletionsUrl(baseUrl),
      headers: { accept: '*/*' },
      signal,
      onConnected: () => undefined,
    });
    response.close();
    return { status: response.status, milliseconds: performance.now() - start };
  } catch (error) {
    return { error: connectionError(error, '') };
  }
}
