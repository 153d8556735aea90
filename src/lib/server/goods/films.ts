/** Films of items: files of the shop's own, fetched by address and not public by default. */

import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import parseRange from 'range-parser';
import { type CompanyState, isApproved } from '#lib/rules/companies/company-state.ts';
import { isPrescription } from '#lib/rules/goods/otc.ts';
import { listFilmClasses } from '../catalogue/rows.ts';
import { log } from '../core/process/log.ts';
import type { Db } from '../db/client.ts';
import type { Account } from '../people/account-rows.ts';
import { filmType, localFilm } from '../ports/files/films.ts';

/**
 * Limit of one answer to a range, in bytes; a player asks for the next part. Data for a slow browser stays in memory
 * until it is sent.
 */
const mostBytes = 4 * 1024 * 1024;

/** Leaflets and films of prescription drugs are for approved buyers only. */
export function mayReadLeaflet(otc: string, account: { companyState: CompanyState } | null): boolean {
  return !isPrescription(otc) || (account !== null && isApproved(account.companyState));
}

/**
 * Answers a film, whole or the requested part. A film that no item references answers 404; one that any prescription
 * drug references is for approved buyers, and stored by no cache. 503 when the file store is away.
 */
export async function answerFilm(
  db: Db,
  findAccount: () => Promise<Account | null>,
  name: string,
  request: Request,
): Promise<Response> {
  const type = filmType(name);
  const classes = type === undefined ? [] : await listFilmClasses(db, `/video/${name}`);
  if (type === undefined || classes.length === 0) return refuse(404);
  const isOpen = classes.every((otc) => mayReadLeaflet(otc, null));
  if (!isOpen) {
    const account = await findAccount();
    if (!classes.every((otc) => mayReadLeaflet(otc, account))) return refuse(account === null ? 401 : 403);
  }
  let file: string | undefined;
  try {
    file = await localFilm(name);
  } catch (error) {
    log().error({ err: error, film: name }, 'a film could not be fetched from the store of files');
    return refuse(503);
  }
  const found = file === undefined ? null : await stat(file).catch(() => null);
  if (file === undefined || found === null) return refuse(404);
  const etag = `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`;
  const headers = {
    'Content-Type': type,
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Cache-Control': isOpen ? 'public, max-age=86400' : 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  if (request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers });
  return partOf(await openAsBlob(file), headers, rangeOf(request, etag));
}

/** The requested range; one of another version of the file gets the whole. */
function rangeOf({ headers }: Request, etag: string): string | null {
  const condition = headers.get('if-range');
  return condition !== null && condition !== etag ? null : headers.get('range');
}

function partOf(film: Blob, headers: Record<string, string>, range: string | null): Response {
  const parts = range === null ? -2 : parseRange(film.size, range, { combine: true });
  if (parts === -1)
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${film.size}` },
    });
  // No player asks for several parts at once: such a request gets the whole.
  const [part, ...more] = parts === -2 || parts.type !== 'bytes' ? [] : parts;
  if (part === undefined || more.length > 0)
    return new Response(film.stream(), { headers: { ...headers, 'Content-Length': String(film.size) } });
  const end = Math.min(part.end, part.start + mostBytes - 1);
  return new Response(film.slice(part.start, end + 1).stream(), {
    status: 206,
    headers: {
      ...headers,
      'Content-Length': String(end - part.start + 1),
      'Content-Range': `bytes ${part.start}-${end}/${film.size}`,
    },
  });
}

function refuse(status: 401 | 403 | 404 | 503): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'private, no-store' } });
}
