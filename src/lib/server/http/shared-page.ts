/** What an answer says about being shared, and a stored page as an answer. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { StoredPage } from '#lib/server/cache/store.ts';
import { type Answer, headerOf, withHeaders } from './answer.ts';
import type { Asked } from './exchange.ts';

/** Headers of Astro's cache; they are for us and go no further. */
const control = 'cdn-cache-control';
const tagHeader = 'cache-tag';
/** Made anew for every answer. */
const perAnswer: ReadonlySet<string> = new Set([
  control,
  tagHeader,
  'connection',
  'keep-alive',
  'transfer-encoding',
  'date',
]);

/** An answer as a page for everyone; undefined when it is for who asked only. */
export async function sharedPage(answer: Answer): Promise<StoredPage | undefined> {
  const { status, headers } = answer;
  const seconds = Number(/max-age=(\d+)/.exec(headerOf(answer, control))?.[1] ?? 0);
  if (seconds === 0 || status !== 200 || headers['set-cookie'] !== undefined) return undefined;
  const body = answer.body instanceof Readable ? await buffer(answer.body) : (answer.body ?? Buffer.alloc(0));
  const kept: Record<string, string> = {};
  for (const [header, value] of Object.entries(headers))
    if (!perAnswer.has(header)) kept[header] = String(value);
  kept['cache-control'] = 'public, max-age=0, must-revalidate';
  kept['content-length'] = String(body.byteLength);
  // For one address, against what it was before: a checksum tells these apart, and takes a fifth of a digest's time.
  kept.etag = `W/"${crc32(body).toString(36)}-${body.byteLength.toString(36)}"`;
  const tags = headerOf(answer, tagHeader)
    .split(',')
    .map((tag) => tag.trim());
  return { headers: kept, body, tags, seconds, reads: 0 };
}

/** A stored page for who asks; 304 for who has it. */
export function pageAnswer(asked: Asked, page: StoredPage, how: 'hit' | 'wait' | 'miss'): Answer {
  const answer = { status: 200, headers: { ...page.headers, 'x-cache': how }, body: page.body };
  const known = asked.headers['if-none-match'];
  if (known === undefined || known !== page.headers.etag) return answer;
  const bare = withHeaders(answer, { 'content-length': undefined, 'content-encoding': undefined });
  return { ...bare, status: 304, body: null };
}

/** An answer for who asked alone. Where it does not say how long it may be kept, no cache on its way keeps it. */
export function ownAnswer(answer: Answer): Answer {
  const { headers } = answer;
  const isSaid = headers['cache-control'] !== undefined;
  if (isSaid && headers[control] === undefined && headers[tagHeader] === undefined) return answer;
  return withHeaders(answer, {
    [control]: undefined,
    [tagHeader]: undefined,
    ...(!isSaid && { 'cache-control': 'private, no-store' }),
  });
}
