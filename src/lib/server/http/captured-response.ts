import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';

export interface Captured {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string | string[]>;
  body: Buffer;
}

type HeadersGiven = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** An answer that goes nowhere yet: what is written to it is whole before anybody gets a byte. */
export class CapturedResponse extends ServerResponse {
  /** Rejects when the answer is cut before its end. */
  readonly done: Promise<Captured>;
  private pieces: Buffer[] = [];
  private readonly settle: PromiseWithResolvers<Captured>;

  constructor(req: IncomingMessage) {
    super(req);
    this.settle = Promise.withResolvers();
    this.done = this.settle.promise;
    // Who waits for it may come later.
    this.done.catch(() => {});
  }

  override writeHead(status: number, second?: string | HeadersGiven, third?: HeadersGiven): this {
    this.statusCode = status;
    const given = typeof second === 'object' ? second : third;
    for (const [name, value] of Object.entries(given ?? {}))
      if (value !== undefined) this.setHeader(name, value);
    return this;
  }

  override write(chunk: unknown, second?: unknown, third?: unknown): boolean {
    this.take(chunk, second);
    const written = typeof second === 'function' ? second : third;
    if (typeof written === 'function') queueMicrotask(() => written());
    return true;
  }

  override end(...args: unknown[]): this {
    const [chunk, second] = args;
    if (chunk !== undefined && chunk !== null && typeof chunk !== 'function') this.take(chunk, second);
    const headers: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(this.getHeaders()))
      if (value !== undefined) headers[name] = typeof value === 'number' ? String(value) : value;
    this.settle.resolve({ status: this.statusCode, headers, body: Buffer.concat(this.pieces) });
    const ended = args.find((arg) => typeof arg === 'function');
    process.nextTick(() => {
      ended?.();
      this.emit('finish');
      this.emit('close');
    });
    return this;
  }

  override destroy(error?: Error): this {
    this.settle.reject(error ?? new Error('the answer was cut'));
    process.nextTick(() => this.emit('close'));
    return this;
  }

  private take(chunk: unknown, charset: unknown): void {
    if (typeof chunk === 'string')
      this.pieces.push(
        Buffer.from(chunk, typeof charset === 'string' ? (charset as BufferEncoding) : 'utf8'),
      );
    else if (chunk instanceof Uint8Array) this.pieces.push(Buffer.from(chunk));
  }
}
