/** Converts a web Response to our response. */
import { Readable } from 'node:stream';
import { ReadableStream, type ReadableStreamDefaultReader } from 'node:stream/web';
import { readyBody } from '../core/calls/ready-answer.ts';
import type { Answer, AnswerHeaders } from './answer.ts';
import { isCompressible } from './encoding.ts';

/** Text that is not complete within this time (ms) or size is sent in pieces, so that the browser can begin. */
const patience = { ms: 25, bytes: 256 * 1024 };

type Bytes = ReadableStream<Uint8Array>;

/**
 * Text is read whole, because it is compressed and stored whole; films and event streams stay streams. Throws the error
 * of the body if it breaks before any of it is sent.
 */
export async function answerOf(response: Response): Promise<Answer> {
  const headers: AnswerHeaders = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  const { status } = response;
  const ready = readyBody(response);
  if (ready !== undefined) return { status, headers, body: ready };
  // One class under two declarations, the browser's and Node's; they do not differ in what is used here.
  const body = response.body as Bytes | null;
  if (body === null) return { status, headers, body };
  const isText = isCompressible(response.headers.get('content-type') ?? '');
  return { status, headers, body: isText ? await gather(body) : Readable.fromWeb(body) };
}

/** The whole body; or, when it is slow or large, a stream that begins with the bytes so far. */
async function gather(body: Bytes): Promise<Buffer | Readable> {
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(late.resolve, patience.ms, 'late');
  try {
    for (let bytes = 0; ; ) {
      const reading = reader.read();
      const next = bytes >= patience.bytes ? 'late' : await Promise.race([reading, late.promise]);
      if (next === 'late') return goOn(reader, pieces, reading);
      if (next.done) return Buffer.concat(pieces);
      pieces.push(next.value);
      bytes += next.value.byteLength;
    }
  } finally {
    clearTimeout(timer);
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

function goOn(reader: Reader, pieces: Uint8Array[], first: ReturnType<Reader['read']>): Readable {
  let reading = first;
  return Readable.fromWeb(
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece = pieces.shift();
        if (piece !== undefined) {
          controller.enqueue(piece);
          return;
        }
        const next = await reading;
        if (next.done) {
          controller.close();
          return;
        }
        controller.enqueue(next.value);
        reading = reader.read();
        // The next pull, which may come late, meets the failure.
        reading.catch(() => {});
      },
      // The source may stop: the rest is not read.
      cancel: (reason) => reader.cancel(reason),
    }),
  );
}
