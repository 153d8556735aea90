import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompress, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { BROTLI, type Encoding, GZIP, isCompressible, MIN_BYTES, pickEncoding } from './encoding.ts';

/** A page that is not complete by then is sent on in pieces, so that the browser can begin. */
const PATIENCE_MS = 25;

/** Likewise when this much has come together. */
const MANY_BYTES = 256 * 1024;

type Written = (error?: Error | null) => void;

function compressWhole(
  encoding: Encoding,
  body: Buffer,
  done: (error: Error | null, out: Buffer) => void,
): void {
  if (encoding === 'br') brotliCompress(body, BROTLI, done);
  else gzip(body, GZIP, done);
}

function wantsCompression(res: ServerResponse): boolean {
  if (res.statusCode === 204 || res.statusCode === 304 || res.statusCode < 200) return false;
  if (res.hasHeader('Content-Encoding')) return false;
  if (String(res.getHeader('Cache-Control') ?? '').includes('no-transform')) return false;
  return isCompressible(String(res.getHeader('Content-Type') ?? ''));
}

function addVary(res: ServerResponse): void {
  const vary = String(res.getHeader('Vary') ?? '');
  if (!/accept-encoding/i.test(vary))
    res.setHeader('Vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding');
}

/** The same content in another encoding is another representation: a strong tag would lie. */
function weakenTag(res: ServerResponse): void {
  const tag = res.getHeader('ETag');
  if (typeof tag === 'string' && !tag.startsWith('W/')) res.setHeader('ETag', `W/${tag}`);
}

/**
 * Compresses what is written to `res` from now on, if the browser takes it and it is worth it. A body that is complete
 * at once is compressed as a whole, with its length; one that trickles is compressed and flushed as it comes.
 */
export function compressAnswer(req: IncomingMessage, res: ServerResponse): void {
  const encoding = pickEncoding(req.headers['accept-encoding']);
  const [writeHead, write, end, destroy] = [res.writeHead, res.write, res.end, res.destroy];
  let pieces: Buffer[] = [];
  let bytes = 0;
  let stream: ReturnType<typeof createGzip> | ReturnType<typeof createBrotliCompress> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function restore(): void {
    clearTimeout(timer);
    Object.assign(res, { writeHead, write, end, destroy });
  }

  /** Puts Node's own methods back and sends head and body as they are. */
  function sendPlain(body: Buffer): void {
    restore();
    res.setHeader('Content-Length', body.byteLength);
    res.writeHead(res.statusCode);
    res.end(body);
  }

  function beginStream(): void {
    clearTimeout(timer);
    res.removeHeader('Content-Length');
    res.setHeader('Content-Encoding', encoding as Encoding);
    weakenTag(res);
    writeHead.call(res, res.statusCode);
    const zip = encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP);
    stream = zip;
    zip.on('data', (chunk: Buffer) => {
      if (write.call(res, chunk, 'utf8')) return;
      zip.pause();
      res.once('drain', () => zip.resume());
    });
    zip.on('end', () => {
      restore();
      res.end();
    });
    zip.on('error', () => res.destroy());
    res.once('close', () => zip.destroy());
    for (const piece of pieces) zip.write(piece);
    pieces = [];
    zip.flush();
  }

  function flushLater(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (stream) stream.flush();
      else beginStream();
    }, PATIENCE_MS);
  }

  function take(chunk: unknown, charset: BufferEncoding): Buffer {
    return typeof chunk === 'string' ? Buffer.from(chunk, charset) : Buffer.from(chunk as Uint8Array);
  }

  function bufferedWrite(chunk: unknown, second?: BufferEncoding | Written, third?: Written): boolean {
    const piece = take(chunk, typeof second === 'string' ? second : 'utf8');
    const written = typeof second === 'function' ? second : third;
    if (stream) {
      flushLater();
      return stream.write(piece, written);
    }
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes >= MANY_BYTES) beginStream();
    else flushLater();
    if (written) queueMicrotask(written);
    return true;
  }

  function bufferedEnd(chunk?: unknown, second?: BufferEncoding | Written, third?: Written): ServerResponse {
    const done = [chunk, second, third].find((value) => typeof value === 'function');
    if (done) res.once('finish', done as Written);
    if (chunk !== undefined && chunk !== null && typeof chunk !== 'function') {
      pieces.push(take(chunk, typeof second === 'string' ? second : 'utf8'));
    }
    clearTimeout(timer);
    if (stream) {
      for (const piece of pieces) stream.write(piece);
      stream.end();
      return res;
    }
    const body = Buffer.concat(pieces);
    if (body.byteLength < MIN_BYTES) {
      sendPlain(body);
      return res;
    }
    // A second end() or a late write finds a finished answer, as without us.
    res.write = () => false;
    res.end = () => res;
    compressWhole(encoding as Encoding, body, (error, out) => {
      if (res.destroyed) return;
      if (!error) {
        res.setHeader('Content-Encoding', encoding as Encoding);
        weakenTag(res);
      }
      sendPlain(error ? body : out);
    });
    return res;
  }

  /** The page broke before anything was sent: an honest 500 instead of a cut connection. */
  function bufferedDestroy(error?: Error): ServerResponse {
    restore();
    if (error && !res.headersSent && !res.destroyed) {
      for (const name of ['Content-Length', 'Cache-Control', 'Set-Cookie', 'ETag']) res.removeHeader(name);
      res.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
      res.end('系统繁忙，请稍候再试\n');
      return res;
    }
    return destroy.call(res, error);
  }

  /** Whoever writes without a head first (Node calls it implicit) gets the decision before the body. */
  res.write = ((...args: Parameters<typeof write>) => {
    res.writeHead(res.statusCode);
    return res.write(...args);
  }) as typeof res.write;
  res.end = ((...args: Parameters<typeof end>) => {
    res.writeHead(res.statusCode);
    return res.end(...args);
  }) as typeof res.end;

  // Security headers wait in res.writeHead; calling it decides, and it calls us back with everything set.
  res.writeHead = function decide(this: ServerResponse, status: number, ...rest: unknown[]) {
    res.statusCode = status;
    const headers = rest.find((value) => typeof value === 'object' && value !== null);
    for (const [name, value] of Object.entries(headers ?? {})) {
      if (value !== undefined) res.setHeader(name, value as string);
    }
    if (!wantsCompression(res)) {
      restore();
      return writeHead.call(res, status);
    }
    addVary(res);
    if (encoding === undefined || req.method === 'HEAD') {
      restore();
      return writeHead.call(res, status);
    }
    res.writeHead = writeHead;
    res.write = bufferedWrite as typeof res.write;
    res.end = bufferedEnd as typeof res.end;
    res.destroy = bufferedDestroy as typeof res.destroy;
    res.once('close', () => clearTimeout(timer));
    return res;
  } as typeof res.writeHead;
}
