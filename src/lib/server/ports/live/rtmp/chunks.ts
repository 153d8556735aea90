/** The chunk stream of RTMP (Adobe's specification 1.0, chapter 5): bytes to messages and back. */
import { RtmpError } from './amf.ts';

export interface Message {
  type: number;
  /** Timestamp, ms; wraps at 2^32. */
  time: number;
  streamId: number;
  body: Buffer;
}

/** Messages of the protocol itself. */
export const types = {
  chunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  windowSize: 5,
  bandwidth: 6,
  audio: 8,
  video: 9,
  data: 18,
  command3: 17,
  command: 20,
} as const;

interface Lane {
  time: number;
  /** The delta, or the whole timestamp, of the last header: a chunk without a header repeats it. */
  step: number;
  isExtended: boolean;
  length: number;
  type: number;
  streamId: number;
  parts: Buffer[];
  have: number;
}

const most = { lanes: 32, chunk: 1 << 24 };
const headerBytes = [11, 7, 3, 0] as const;
const extended = 0xffffff;
/** No message has it. */
const none = 0;

/** Reads chunks of one connection. */
export class ChunkReader {
  /** Longest message in bytes; a publisher that was accepted may send more. */
  mostBytes: number;
  private chunkSize = 128;
  private readonly lanes = new Map<number, Lane>();
  private rest: Buffer = Buffer.alloc(0);

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes;
  }

  /** Adds what arrived. */
  add(bytes: Buffer): void {
    this.rest = this.rest.byteLength === 0 ? bytes : Buffer.concat([this.rest, bytes]);
  }

  /** The next whole message; null until more has arrived. Throws an RtmpError. */
  next(): Message | null {
    for (;;) {
      const chunk = this.chunk();
      if (chunk === undefined) return null;
      if (chunk === null) continue;
      if (chunk.type === types.chunkSize) this.resize(chunk.body);
      else if (chunk.type === types.abort) this.drop(chunk.body);
      else return chunk;
    }
  }

  private resize(body: Buffer): void {
    const size = body.byteLength < 4 ? 0 : body.readUInt32BE() & 0x7fffffff;
    if (size < 1 || size > most.chunk) throw new RtmpError('a chunk size is out of bounds');
    this.chunkSize = size;
  }

  private drop(body: Buffer): void {
    const lane = body.byteLength < 4 ? undefined : this.lanes.get(body.readUInt32BE());
    if (lane !== undefined) [lane.parts, lane.have] = [[], 0];
  }

  /** One chunk: the message that it completes, null where it completes none, undefined where it is not whole. */
  private chunk(): Message | null | undefined {
    const { rest } = this;
    const first = rest[0];
    if (first === undefined) return undefined;
    const low = first & 0x3f;
    let at = low === 0 ? 2 : low === 1 ? 3 : 1;
    const format = first >> 6;
    const header = headerBytes[format] ?? 0;
    if (rest.byteLength < at + header) return undefined;
    const id = low === 0 ? 64 + (rest[1] ?? 0) : low === 1 ? 64 + rest.readUInt16LE(1) : low;
    const known = this.lanes.get(id);
    if (known === undefined && format === 3) throw new RtmpError('a chunk stream begins without a header');
    if (known === undefined && this.lanes.size >= most.lanes) throw new RtmpError('too many chunk streams');
    const lane = known ?? {
      ...{ time: 0, step: 0, isExtended: false, length: 0, type: none, streamId: 0 },
      ...{ parts: [], have: 0 },
    };
    const begins = lane.have === 0;
    let step = lane.step;
    let { length, type, streamId, isExtended } = lane;
    if (format < 3) {
      step = rest.readUIntBE(at, 3);
      isExtended = step === extended;
    }
    if (format < 2) {
      length = rest.readUIntBE(at + 3, 3);
      type = rest[at + 6] ?? none;
    }
    if (format === 0) streamId = rest.readUInt32LE(at + 7);
    at += header;
    if (isExtended) {
      if (rest.byteLength < at + 4) return undefined;
      step = rest.readUInt32BE(at);
      at += 4;
    }
    if (length > this.mostBytes) throw new RtmpError('a message is too long');
    if (!begins && length < lane.have) throw new RtmpError('a message shrinks');
    const size = Math.min(this.chunkSize, length - lane.have);
    if (rest.byteLength < at + size) return undefined;
    this.lanes.set(id, lane);
    if (begins) lane.time = format === 0 ? step : (lane.time + step) >>> 0;
    Object.assign(lane, { step, length, type, streamId, isExtended });
    // Copied: a small piece must not hold the whole buffer that it arrived in.
    lane.parts.push(Buffer.from(rest.subarray(at, at + size)));
    lane.have += size;
    this.rest = rest.subarray(at + size);
    if (lane.have < length) return null;
    const [only] = lane.parts;
    const body = lane.parts.length === 1 && only !== undefined ? only : Buffer.concat(lane.parts);
    [lane.parts, lane.have] = [[], 0];
    return { type, time: lane.time, streamId, body };
  }
}

/** Bytes of a chunk that we send. */
export const ownChunkSize = 4_096;

/** A message in chunks of `size` bytes. `lane` is the chunk stream, 2–63. */
export function writeMessage(
  lane: number,
  { type, streamId, body, time = 0 }: Omit<Message, 'time'> & { time?: number },
  size = ownChunkSize,
): Buffer {
  const head = Buffer.alloc(12);
  head[0] = lane;
  head.writeUIntBE(Math.min(time, extended), 1, 3);
  head.writeUIntBE(body.byteLength, 4, 3);
  head[7] = type;
  head.writeUInt32LE(streamId, 8);
  const pieces: Buffer[] = [head];
  for (let at = 0; at < body.byteLength; at += size) {
    if (at > 0) pieces.push(Buffer.of(0xc0 | lane));
    pieces.push(body.subarray(at, at + size));
  }
  return Buffer.concat(pieces);
}
