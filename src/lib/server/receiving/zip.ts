/** A ZIP that is made while it is read: one file is in memory at a time. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ZipEntry {
  name: string;
  bytes: Uint8Array;
  /** PDFs and pictures are compressed already. */
  isPacked: boolean;
}

/**
 * A ZIP has times without a zone, and the packer writes the fields of the process's own: these are the fields of
 * Shanghai's clock.
 */
function shanghaiFields(now: Date): Date {
  const shown = new Date(now.getTime() + 8 * 3_600_000);
  return new Date(
    shown.getUTCFullYear(),
    shown.getUTCMonth(),
    shown.getUTCDate(),
    shown.getUTCHours(),
    shown.getUTCMinutes(),
    shown.getUTCSeconds(),
  );
}

/**
 * Files as one ZIP, with the time `now`. The next one is requested after the reader has taken the one before; a reader
 * who leaves ends it.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>, now: Date): ReadableStream<Uint8Array<ArrayBuffer>> {
  const files = entries[Symbol.asyncIterator]();
  let zip: Zip;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      zip = new Zip((error, chunk, isLast) => {
        if (error) return controller.error(error);
        if (chunk.byteLength > 0) controller.enqueue(new Uint8Array(chunk));
        if (isLast) controller.close();
      });
    },
    async pull() {
      const next = await files.next();
      if (next.done) return zip.end();
      const { name, bytes, isPacked } = next.value;
      const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
      file.mtime = shanghaiFields(now);
      zip.add(file);
      file.push(bytes, true);
    },
    async cancel() {
      zip.terminate();
      await files.return?.();
    },
  });
}
