/** Texts that come up again and again in what is read, each made once. */
const most = 65_536;

interface Known {
  bytes: Uint8Array;
  text: string;
}

export class KnownTexts {
  private readonly byHash = new Map<number, Known>();

  /** The text of a span of bytes in UTF-8. */
  of(bytes: Buffer, from: number, to: number): string {
    if (from === to) return '';
    let hash = 0x811c9dc5;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    const known = this.byHash.get(hash);
    if (known !== undefined && isSpan(known.bytes, bytes, from, to)) return known.text;
    const text = bytes.toString('utf8', from, to);
    if (this.byHash.size < most)
      this.byHash.set(hash, { bytes: Uint8Array.from(bytes.subarray(from, to)), text });
    return text;
  }
}

function isSpan(known: Uint8Array, bytes: Buffer, from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  for (let at = 0; at < known.length; at++) if (known[at] !== bytes[from + at]) return false;
  return true;
}
