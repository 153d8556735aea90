/**
 * One connection of a publisher, from the handshake to its media, without a socket: bytes in, bytes out. Only publishing is
 * served. Nothing is read on while the key is examined, and no media before it is accepted.
 */
import { type Amf, RtmpError, readAmf, writeAmf } from './amf.ts';
import { ChunkReader, type Message, ownChunkSize, types, writeMessage } from './chunks.ts';

export interface RtmpEvents {
  write: (bytes: Buffer) => void;
  /** The publisher names its stream; `accept` or `refuse` answers it. */
  onPublish: (app: string, name: string) => void;
  onMedia: (message: Message) => void;
  /** The publisher says that it ends. */
  onEnd: () => void;
}

const handshakeBytes = 1536;
/** Longest message before a key was accepted, and after. A key frame of a sharp picture has some hundred KB. */
const mostBytes = { before: 16 * 1024, after: 8 * 1024 * 1024 };
/** The publisher is told what has arrived after so many bytes. */
const acknowledgeEvery = 1_000_000;

type State = 'hello' | 'echo' | 'talk' | 'asking' | 'media' | 'over';

export class RtmpSession {
  private state: State = 'hello';
  private rest: Buffer = Buffer.alloc(0);
  private readonly chunks = new ChunkReader(mostBytes.before);
  private app = '';
  private received = 0;
  private acknowledged = 0;
  private streamId = 1;
  private readonly events: RtmpEvents;

  constructor(events: RtmpEvents) {
    this.events = events;
  }

  /** Takes what arrived. Throws an RtmpError for what breaks the protocol. */
  add(bytes: Buffer): void {
    this.received += bytes.byteLength;
    if (this.state === 'over') return;
    if (this.state === 'hello' || this.state === 'echo') {
      this.rest = Buffer.concat([this.rest, bytes]);
      this.shakeHands();
      return;
    }
    this.chunks.add(bytes);
    this.acknowledge();
    this.read();
  }

  /** The stream is the publisher's: media may come. */
  accept(): void {
    if (this.state !== 'asking') return;
    this.status('status', 'NetStream.Publish.Start', 'Published.');
    this.chunks.mostBytes = mostBytes.after;
    this.state = 'media';
    this.read();
  }

  /** The key is not the room's. Nothing is read any more. */
  refuse(): void {
    if (this.state === 'asking')
      this.status('error', 'NetStream.Publish.BadName', 'The stream key is not valid.');
    this.state = 'over';
  }

  private shakeHands(): void {
    if (this.state === 'hello' && this.rest.byteLength >= 1 + handshakeBytes) {
      if (this.rest[0] !== 3) throw new RtmpError('this is no RTMP');
      const theirs = this.rest.subarray(1, 1 + handshakeBytes);
      const ours = Buffer.alloc(handshakeBytes, 0x55);
      ours.fill(0, 0, 8);
      this.events.write(Buffer.concat([Buffer.of(3), ours, theirs]));
      this.rest = this.rest.subarray(1 + handshakeBytes);
      this.state = 'echo';
    }
    if (this.state === 'echo' && this.rest.byteLength >= handshakeBytes) {
      this.state = 'talk';
      this.chunks.add(Buffer.from(this.rest.subarray(handshakeBytes)));
      this.rest = Buffer.alloc(0);
      this.read();
    }
  }

  private acknowledge(): void {
    if (this.received - this.acknowledged < acknowledgeEvery) return;
    this.acknowledged = this.received;
    this.control(types.acknowledgement, this.received >>> 0);
  }

  private read(): void {
    while (this.state === 'talk' || this.state === 'media') {
      const message = this.chunks.next();
      if (message === null) return;
      if (message.type === types.command) this.command(message, message.body);
      // AMF3 commands of old encoders begin with a zero and go on as AMF0.
      else if (message.type === types.command3) this.command(message, message.body.subarray(1));
      else if (this.state === 'media') this.events.onMedia(message);
    }
  }

  private command({ streamId }: Message, body: Buffer): void {
    const [name, transaction, first, second] = readAmf(body);
    const id = typeof transaction === 'number' ? transaction : 0;
    if (name === 'connect') this.connect(id, first);
    else if (name === 'createStream') this.send(writeAmf('_result', id, null, this.streamId));
    else if (name === 'publish') this.publish(streamId, second);
    else if (name === 'play') throw new RtmpError('nothing is played here');
    else if (name === 'deleteStream' || name === 'FCUnpublish' || name === 'closeStream') {
      if (this.state === 'media') this.events.onEnd();
      this.state = 'over';
    }
  }

  private connect(id: number, given: Amf | undefined): void {
    const app = typeof given === 'object' && given !== null && !Array.isArray(given) ? given.app : null;
    if (typeof app !== 'string') throw new RtmpError('a connection names no application');
    this.app = app.split(/[?/]/)[0] ?? '';
    this.control(types.windowSize, 2_500_000);
    const bandwidth = Buffer.alloc(5);
    bandwidth.writeUInt32BE(2_500_000);
    bandwidth[4] = 2;
    this.events.write(writeMessage(2, { type: types.bandwidth, streamId: 0, body: bandwidth }));
    this.control(types.chunkSize, ownChunkSize);
    this.send(
      writeAmf(
        '_result',
        id,
        { fmsVer: 'FMS/3,0,1,123', capabilities: 31 },
        {
          level: 'status',
          code: 'NetConnection.Connect.Success',
          description: 'Connected.',
          objectEncoding: 0,
        },
      ),
    );
  }

  private publish(streamId: number, name: Amf | undefined): void {
    if (this.state !== 'talk' || typeof name !== 'string') throw new RtmpError('a publish names no stream');
    this.streamId = streamId;
    this.state = 'asking';
    this.events.onPublish(this.app, name.split('?')[0] ?? '');
  }

  private status(level: string, code: string, description: string): void {
    this.send(writeAmf('onStatus', 0, null, { level, code, description }), this.streamId);
  }

  private control(type: number, value: number): void {
    const body = Buffer.alloc(4);
    body.writeUInt32BE(value);
    this.events.write(writeMessage(2, { type, streamId: 0, body }));
  }

  private send(body: Buffer, streamId = 0): void {
    this.events.write(writeMessage(3, { type: types.command, streamId, body }));
  }
}
