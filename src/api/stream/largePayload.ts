import { createEventFraming } from './eventFraming.ts';
import type { PayloadKind } from './framing.ts';
import { createJsonFraming } from './jsonFraming.ts';
import { createDigestParts, type PayloadDigest } from './payloadDigest.ts';
import { createPayloadReader } from './payloadReader.ts';

/** The bytes of a payload that is too large to be read on the extension host's thread. */
export interface LargePayload {
  readonly kind: PayloadKind;
  /** The bytes of the payload, with the blank line or line end after it if the payload is complete. */
  readonly bytes: Uint8Array;
  /** True if the bytes start at the start of the body. */
  readonly isStart: boolean;
  /** True if the body ends after the bytes. */
  readonly isLast: boolean;
}

export interface LargePayloadResult {
  readonly digest: PayloadDigest;
  /** The kind of the payload that follows. If `document` follows `firstLine`, the digest does not contain the line. */
  readonly nextKind: PayloadKind;
}

/**
 * Reads a large payload on another thread. Resolves with undefined if reading the payload needs too much memory.
 * Rejects if the other thread fails. In that case, `digestLargePayload` has the same result on this thread.
 */
export type ReadLargePayload = (payload: LargePayload) => Promise<LargePayloadResult | undefined>;

/** Reads a large payload. Called on the other thread. */
export function digestLargePayload({ kind, bytes, isStart, isLast }: LargePayload): LargePayloadResult {
  const parts = createDigestParts();
  const payloads = createPayloadReader(parts);
  const framing = kind === 'event' ? createEventFraming(payloads) : createJsonFraming(payloads, kind);
  // The option `stream` ignores a truncated character at the end.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
  framing.push(isStart ? text.trimStart() : text);
  if (isLast && !parts.isFinished) framing.finish();
  return { digest: parts.digest(payloads.findings()), nextKind: framing.payloadKind ?? kind };
}
