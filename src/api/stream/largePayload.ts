import { createEventFraming } from './eventFraming.ts';
import type { PayloadKind } from './framing.ts';
import { createJsonFraming } from './jsonFraming.ts';
import { createDigestParts, type PayloadDigest } from './payloadDigest.ts';
import { createPayloadReader } from './payloadReader.ts';
import type { ShownChoice } from './chunk/shownChoice.ts';

/** A payload that is so large that reading it would block the extension host's thread for too long. */
export interface LargePayload {
  readonly kind: PayloadKind;
  /** The bytes of the payload. If the payload is complete, they include the blank line or the line end after it. */
  readonly bytes: Uint8Array;
  /** True if the bytes start at the start of the body. */
  readonly isStart: boolean;
  /** True if the body ends after the bytes. */
  readonly isLast: boolean;
  /** The shown choice before the payload. */
  readonly shownChoice: ShownChoice;
}

export interface LargePayloadResult {
  readonly digest: PayloadDigest;
  /**
   * The kind of the next payload. If the large payload is a `firstLine` and `nextKind` is `document`, the line is only
   * the beginning of a document. The digest then does not contain the line.
   */
  readonly nextKind: PayloadKind;
}

/**
 * Reads a large payload, usually on another thread. Resolves with undefined if reading the payload needs too much
 * memory. Rejects if the other thread fails. The caller can then get the result with digestLargePayload on its own
 * thread.
 */
export type ReadLargePayload = (payload: LargePayload) => Promise<LargePayloadResult | undefined>;

/** Reads a large payload on the calling thread. */
export function digestLargePayload({ kind, bytes, isStart, isLast, shownChoice }: LargePayload): LargePayloadResult {
  const parts = createDigestParts({ ...shownChoice });
  const payloads = createPayloadReader(parts);
  const framing = kind === 'event' ? createEventFraming(payloads) : createJsonFraming(payloads, kind);
  // The option `stream` makes the decoder ignore a truncated character at the end.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
  framing.push(isStart ? text.trimStart() : text);
  if (isLast && !parts.isFinished) framing.finish();
  return { digest: parts.digest(payloads.findings()), nextKind: framing.payloadKind ?? kind };
}
