/** The beginning of a body, in whole chunks. Never throws: of a body that breaks off, what came of it is enough. */
export async function readBeginning(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const bytes of body) {
      parts.push(bytes);
      size += bytes.byteLength;
      if (size >= maxBytes) break;
    }
  } catch {
    // How it ended proves nothing.
  }
  return Buffer.concat(parts);
}
