/** Uploads a file with progress, which `fetch` does not report. */

import { api } from '#lib/contract/api.ts';
import type { Sent } from '#lib/contract/call.ts';
import type { FileWire } from '#lib/contract/files.ts';
import { openAnswer, TimeoutError } from './api.ts';

/** A file of ten megabytes takes its time on the line of a shop. */
const patience = 120_000;

/**
 * Uploads a file, as a company's document unless another call is given; `onProgress` gets the sent share, from 0 to 1.
 * Rejects with AppError, whose sentence names the fault of the file, TimeoutError without a response, and with the
 * signal's reason when it is aborted.
 */
export function uploadFile<Out = FileWire>(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (fraction: number) => void },
  to: Pick<Sent, 'method' | 'path'> = api.upload,
): Promise<Out> {
  const { promise, resolve, reject } = Promise.withResolvers<Out>();
  const request = new XMLHttpRequest();
  request.open(to.method, to.path);
  request.timeout = patience;
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => {
    try {
      resolve(openAnswer<Out>(request.responseText, request.status));
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
