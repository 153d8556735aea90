import type { IncomingMessage } from 'node:http';
import { sendRefusal } from './answer.ts';
import type { Exchange } from './exchange.ts';

const MB = 1024 * 1024;

/** Most that is read and thrown away so that a client still sending gets to read its refusal. */
const DRAIN_BYTES = 64 * MB;

/** Calls that take files. */
const uploads = ['/api/upload', '/api/quick-order/match'];

function limitFor(path: string): number {
  return uploads.some((one) => path === one || path.startsWith(`${one}/`)) ? 10 * MB : MB;
}

/** Reads on without keeping anything, until the client is done; one that sends without end is cut off. */
function drain(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let rest = 0;
    req.on('data', (chunk: Buffer) => {
      rest += chunk.byteLength;
      if (rest > DRAIN_BYTES) req.destroy();
    });
    req.once('end', resolve);
    req.once('close', resolve);
    req.resume();
  });
}

function collect(req: IncomingMessage, limit: number): Promise<Buffer | 'too large' | 'aborted'> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > limit) resolve('too large');
      else pieces.push(chunk);
    });
    req.once('end', () => resolve(Buffer.concat(pieces)));
    req.once('error', () => resolve('aborted'));
    req.once('close', () => resolve('aborted'));
  });
}

/**
 * Reads the body whole, up to its limit (1 MB, uploads 10 MB), for Astro to find in `req.body`; says true when it
 * has refused it. The declared length is checked first, then what really comes.
 */
export async function limitBody(exchange: Exchange): Promise<boolean> {
  const { req, path = '' } = exchange;
  if (req.method === 'GET' || req.method === 'HEAD') return false;
  const limit = limitFor(path);
  const body = Number(req.headers['content-length'] ?? 0) > limit ? 'too large' : await collect(req, limit);
  if (body === 'aborted') return true;
  if (body === 'too large') {
    req.removeAllListeners('data');
    const drained = drain(req);
    // Closing while the client still writes would destroy the answer on its way.
    if (!exchange.res.shouldKeepAlive) await drained;
    sendRefusal(exchange, 413, `提交的内容过大，最多 ${limit / MB} MB`);
    return true;
  }
  Object.assign(req, { body });
  return false;
}
