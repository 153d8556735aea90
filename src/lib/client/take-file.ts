/**
 * Files that the server makes on demand. A link alone would save a refusal under the file's name, so the response is
 * checked first.
 */
import { AppError } from '#lib/contract/errors.ts';
import { openAnswer } from './api.ts';
import { saveBlob } from './save-file.ts';

/** As long as the server takes at most to make one, and its way here, ms. */
const patience = 150_000;

/**
 * Saves a file and answers its headers, or rejects with the AppError in its place. A streamed one may be too large for a page: as soon as it
 * begins, the browser downloads it by itself.
 */
export async function takeFile(url: string, { isStreamed = false } = {}): Promise<Headers> {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(patience)]);
  const response = await fetch(url, { credentials: 'same-origin', signal });
  if (!response.ok) {
    openAnswer(await response.text(), response.status);
    throw new AppError(response.status);
  }
  if (isStreamed) {
    stop.abort();
    follow(url);
    return response.headers;
  }
  saveBlob(nameOf(response.headers.get('content-disposition') ?? ''), await response.blob());
  return response.headers;
}

function follow(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** The name that the server gives a file. */
function nameOf(disposition: string): string {
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? [];
  return name === undefined ? '' : decodeURIComponent(name);
}

/** The message where no file came. For an ended session the file does not exist. */
export function refusalText(error: unknown): string {
  if (!(error instanceof AppError)) return '网络不通或等待太久，请检查网络后重试';
  if (error.code === 404) return '没有可下载的文件，可能登录已失效，请刷新页面后重试';
  return error.message;
}
