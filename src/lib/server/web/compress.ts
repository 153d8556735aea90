/** Compresses a response. */
import type { Readable } from 'node:stream';
import { pipeline, Readable as Stream } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { type Answer, headerOf, withHeaders } from './answer.ts';
import { BROTLI, type Encoding, GZIP, isCompressible, MIN_BYTES, pickEncoding } from './encoding.ts';
import type { Asked } from './exchange.ts';

/** A slow stream is flushed after this long, ms. */
const flushMs = 25;

const wholeBrotli = promisify<Buffer, typeof BROTLI, Buffer>(brotliCompress);
const wholeGzip = promisify<Buffer, typeof GZIP, Buffer>(gzip);

/**
 * The response in the encoding that the browser accepts, if that is worth it: a complete body is compressed whole, with
 * its length; a stream is compressed and flushed as it arrives.
 */
export async function compressed({ headers, method }: Asked, answer: Answer): Promise<Answer> {
  if (!isForCompression(answer)) return answer;
  const varied = withHeaders(answer, { vary: varyOf(headerOf(answer, 'vary')) });
  const encoding = pickEncoding(headers['accept-encoding']);
  const { body } = varied;
  if (encoding === undefined || body === null || method === 'HEAD') return varied;
  if (body instanceof Stream) return { ...encoded(varied, encoding), body: zipped(encoding, body) };
  if (body.byteLength < MIN_BYTES) return varied;
  const whole = encoding === 'br' ? await wholeBrotli(body, BROTLI) : await wholeGzip(body, GZIP);
  return { ...encoded(varied, encoding), body: whole };
}

function isForCompression(answer: Answer): boolean {
  if (answer.status === 204 || answer.status === 304) return false;
  if (answer.headers['content-encoding'] !== undefined) return false;
  if (headerOf(answer, 'cache-control').includes('no-transform')) return false;
  return isCompressible(headerOf(answer, 'content-type'));
}

function varyOf(vary: string): string {
  if (/accept-encoding/i.test(vary)) return vary;
  return vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding';
}

function encoded(answer: Answer, encoding: Encoding): Answer {
  const etag = headerOf(answer, 'etag');
  return withHeaders(answer, {
    'content-encoding': encoding,
    'content-length': undefined,
    // Another encoding is another representation: a strong tag would be wrong.
    ...(etag !== '' && !etag.startsWith('W/') && { etag: `W/${etag}` }),
  });
}

function zipped(encoding: Encoding, body: Readable): Readable {
  const zip = encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP);
  let timer: NodeJS.Timeout | undefined;
  // Either end destroys the other; errors are reported by the reader.
  pipeline(body, zip, () => clearTimeout(timer));
  body.on('data', () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      zip.flush();
    }, flushMs);
  });
  return zip;
}
