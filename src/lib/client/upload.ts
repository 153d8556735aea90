/** Sending a file with word of how far it is: `fetch` does not tell. */

import type { Sent } from '#lib/contract/call.ts';
import type { FileWire } from '#lib/contract/files/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { openAnswer, TimeoutError } from './api.ts';

/** A file of ten megabytes takes its time on the line of a shop. */
const patience = 120_000;

/**
 * Hands a file in, as a company's paper where no other call is named; `onProgress` hears how much of it is sent, from 0 to 1. Rejects with AppError, whose sentence names
 * what is wrong with the file, TimeoutError without an answer, and as the signal says when it is cut off.
 */
export function uploadFile(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (fraction: number) => void },
  to: Pick<Sent, 'method' | 'path'> = api.upload,
): Promise<FileWire> {
  const { promise, resolve, reject } = Promise.withResolvers<FileWire>();
  const request = new XMLHttpRequest();
  request.open(to.method, to.path);
  request.timeout = patience;
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => {
    try {
      resolve(openAnswer<FileWire>(request.responseText, request.status));
    } catch (error) {
      reject(error);
    }
  };
  request.onerror = () => reject(new TimeoutError('no connection'));
  request.ontimeout = () => reject(new TimeoutError('no answer'));
  request.onabort = () => reject(signal.reason);
  signal.addEventListener('abort', () => request.abort());
  const form = new FormData();
  form.append('file', file);
  request.send(form);
  return promise;
}
