/**
 * Forms with files, read piece by piece as they arrive: a file of ten megabytes at once would block the loop for a
 * tenth of a second, and take three times its size in memory.
 */
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '#lib/contract/errors.ts';
import type { Upload } from '#lib/contract/uploads.ts';
import { withoutHidden } from '#lib/rules/text/one-line.ts';
import type { AskedCall } from './asked-call.ts';

/** Parts of one form, and characters of a field; the size of the body is limited where it is received. */
const limits = { files: 20, fields: 500, fieldSize: 1024 * 1024, headerPairs: 20 };

/**
 * The names and values of a form; of a repeated name the last. Throws 400 for a broken form, 422 for too many parts.
 */
export async function readMultipart(
  request: Pick<AskedCall['request'], 'headers' | 'body'>,
): Promise<Record<string, string | Upload>> {
  const values = new Map<string, string | Upload>();
  const parser = openParser(request.headers.get('content-type') ?? '');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const tooMany = () => reject(new AppError(422, '一次提交的内容过多，请分几次提交'));
  parser.on('field', (name, value, _isNameCut, isCut) => {
    if (isCut) tooMany();
    values.set(name, value);
  });
  parser.on('file', (name, stream, filename, _encoding, type) => {
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('error', () => reject(broken()));
    stream.on('end', () => {
      values.set(name, { name: withoutHidden(filename ?? ''), type, bytes: joined(pieces) });
    });
  });
  parser.on('filesLimit', tooMany);
  parser.on('fieldsLimit', tooMany);
  parser.on('error', () => reject(broken()));
  parser.on('finish', resolve);
  // A refusal while pieces still arrive is handled below.
  promise.catch(() => {});
  const body = request.body;
  if (body === null) throw broken();
  for await (const piece of body) {
    if (parser.destroyed || parser.writableEnded) break;
    await Promise.race([
      new Promise<void>((written) =>
        parser.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength), () => written()),
      ),
      promise,
    ]);
  }
  parser.end();
  await promise;
  return Object.fromEntries(values);
}

function openParser(type: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits });
  } catch {
    // It has no boundary.
    throw broken();
  }
}

function broken(): AppError {
  return new AppError(400, '上传的表单格式有误');
}

/** In a buffer of its own, which can be transferred to a thread. */
function joined(pieces: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}
