/** AMF0, as far as commands of RTMP need it. Input is a stranger's: sizes and depth are bounded, and anything else throws. */

export type Amf = number | boolean | string | null | Amf[] | { [name: string]: Amf };

const endOfObject = 0x09;
const most = { depth: 4, values: 200 };

/** What a stranger sent breaks the protocol: its connection ends. */
export class RtmpError extends Error {
  override name = 'RtmpError';
}

class Reader {
  private at = 0;
  private values = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.byteLength;
  }

  private take(length: number): Buffer {
    if (this.at + length > this.bytes.byteLength) throw new RtmpError('a value of AMF ends early');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  private text(lengthBytes: 2 | 4): string {
    return this.take(this.take(lengthBytes).readUIntBE(0, lengthBytes)).toString('utf8');
  }

  private fields(depth: number): { [name: string]: Amf } {
    const entries: [string, Amf][] = [];
    for (;;) {
      const name = this.text(2);
      const marker = this.take(1)[0];
      if (marker === endOfObject) return Object.fromEntries(entries);
      entries.push([name, this.valueOf(marker, depth)]);
    }
  }

  value(depth = 0): Amf {
    return this.valueOf(this.take(1)[0], depth);
  }

  private valueOf(marker: number | undefined, depth: number): Amf {
    this.values++;
    if (depth > most.depth || this.values > most.values) throw new RtmpError('a value of AMF is too large');
    switch (marker) {
      case 0x00:
        return this.take(8).readDoubleBE();
      case 0x01:
        return this.take(1)[0] !== 0;
      case 0x02:
        return this.text(2);
      case 0x03:
        return this.fields(depth + 1);
      case 0x05:
      case 0x06:
        return null;
      case 0x08:
        this.take(4);
        return this.fields(depth + 1);
      case 0x0a: {
        const length = this.take(4).readUInt32BE();
        if (length > most.values) throw new RtmpError('a list of AMF is too long');
        return Array.from({ length }, () => this.value(depth + 1));
      }
      case 0x0b:
        return this.take(10).readDoubleBE();
      case 0x0c:
        return this.text(4);
      default:
        throw new RtmpError(`AMF has no value ${marker}`);
    }
  }
}

/** All values of a command. Throws an RtmpError for anything else. */
export function readAmf(bytes: Buffer): Amf[] {
  const reader = new Reader(bytes);
  const values: Amf[] = [];
  while (!reader.isAtEnd) values.push(reader.value());
  return values;
}

function name(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.byteLength);
  return Buffer.concat([length, bytes]);
}

/** Values as AMF0. */
export function writeAmf(...values: Amf[]): Buffer {
  return Buffer.concat(values.map(write));
}

function write(value: Amf): Buffer {
  if (value === null) return Buffer.of(0x05);
  if (typeof value === 'boolean') return Buffer.of(0x01, value ? 1 : 0);
  if (typeof value === 'string') return Buffer.concat([Buffer.of(0x02), name(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (Array.isArray(value)) throw new Error('no command has a list');
  const fields = Object.entries(value).flatMap(([key, field]) => [name(key), write(field)]);
  return Buffer.concat([Buffer.of(0x03), ...fields, Buffer.of(0, 0, 9)]);
}
