/**
 * The program that reads one file and ends; see read-file.ts. Its input is the file, its argument the use of it (ReadAs).
 * It writes a line feed when it has all of it, then the length of a JSON in four bytes, the JSON, the stored bytes, and the
 * preview.
 */
import { buffer } from 'node:stream/consumers';
import { findKind } from './file-kind.ts';
import { FileError } from './limits.ts';
import type { ReadBytes } from './read-picture.ts';

/** The description of a file in front of its bytes. */
export type ReadHead =
  | { refusal: string }
  | (Omit<ReadBytes, 'stored' | 'preview'> & { storedBytes: number });

/** A document is stored as a JPEG or a PDF, a seal as a PNG. */
export type ReadAs = 'document' | 'seal';

async function read(bytes: Buffer, as: string | undefined): Promise<ReadBytes> {
  const kind = findKind(bytes);
  if (kind === 'pdf') {
    const { readPdf } = await import('./read-pdf.ts');
    return readPdf(bytes);
  }
  const { readPicture, readSeal } = await import('./read-picture.ts');
  return as === ('seal' satisfies ReadAs) ? readSeal(bytes, kind) : readPicture(bytes, kind);
}

function say(head: ReadHead, ...parts: Uint8Array[]): void {
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.byteLength);
  process.stdout.write(Buffer.concat([length, json, ...parts]));
}

// A decoder that logs would write into the output.
console.log = () => {};

const bytes = await buffer(process.stdin);
process.stdout.write('\n');
try {
  const { stored, preview, ...head } = await read(bytes, process.argv[2]);
  say({ ...head, storedBytes: stored.byteLength }, stored, preview);
} catch (error) {
  if (!(error instanceof FileError)) throw error;
  say({ refusal: error.message });
}
