/** Whether a response may be shared, and a stored page as a response. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { StoredPage } from '#lib/server/web/cache/store.ts';
import { type Answer, headerOf, withHeaders } from './answer.ts';
import type { Asked } from './exchange.ts';

/** Headers of Astro's cache; internal, so they are not sent. */
const control = 'cdn-cache-control';
const tagHeader = 'cache-tag';
/** Headers that differ for every response. */
const perAnswer: ReadonlySet<string> = new Set([
  control,
  tagHeader,
  'connection',
  'keep-alive',
  'transfer-encoding',
  'date',
]);

/** A response as a page for everyone; undefined when it is private to the caller. */
export async function sharedPage(answer: Answer): Promise<StoredPage | undefined> {
  const { status, headers } = answer;
  const seconds = Number(/max-age=(\d+)/.exec(headerOf(answer, control))?.[1] ?? 0);
  if (seconds === 0 || status !== 200 || headers['set-cookie'] !== undefined) return undefined;
  const body = answer.body instanceof Readable ? await buffer(answer.body) : (answer.body ?? Buffer.alloc(0));
  const remaining: Record<string, string> = {};
  for (const [header, value] of Object.entries(headers))
    if (!perAnswer.has(header)) remaining[header] = String(value);
  remaining['cache-control'] = 'public, max-age=0, must-revalidate';
  remaining['content-length'] = String(body.byteLength);
  // Compared only with older versions of one address: a checksum is enough, and takes a fifth of a digest's time.
  remaining.etag = `W/"${crc32(body).toString(36)}-${body.byteLength.toString(36)}"`;
  const tags = headerOf(answer, tagHeader)
    .split(',')
    .map((tag) => tag.trim());
  return { headers: remaining, body, tags, seconds, reads: 0 };
}

/** A stored page as a response; 304 if the caller has it. */
export function pageAnswer(asked: Asked, page: StoredPage, how: 'hit' | 'wait' | 'miss'): Answer {
  const answer = { status: 200, headers: { ...page.headers, 'x-cache': how }, body: page.body };
  const known = asked.headers['if-none-match'];
  if (known === undefined || known !== page.headers.etag) return answer;
  const bare = withHeaders(answer, { 'content-length': undefined, 'content-encoding': undefined });
  return { ...bare, status: 304, body: null };
}

/** A private response. Without a caching header of its own, no cache on the way may store it. */
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
