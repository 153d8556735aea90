/** The items' own pictures, for those who may see them. */
import { createHash } from 'node:crypto';
import { log } from '../core/process/log.ts';
import type { Db } from '../db/client.ts';
import type { Account } from '../people/account-rows.ts';
import { findPictureName, readOwnPicture } from '../ports/files/own-store.ts';
import { mayReadLeaflet } from './films.ts';
import { listPictureClasses } from './own-picture-rows.ts';

/**
 * Answers a file of a picture. One that no item references answers 404; one that any prescription drug references is
 * for approved buyers (rules 1), and stored by no cache. All others never change: another picture has another name. 503
 * when the file store is away.
 */
export async function answerOwnPicture(
  db: Db,
  findAccount: () => Promise<Account | null>,
  file: string,
  request: Request,
): Promise<Response> {
  const found = findPictureName(file);
  const classes = found === undefined ? [] : await listPictureClasses(db, found.name);
  if (found === undefined || classes.length === 0) return refuse(404);
  const isOpen = classes.every((otc) => mayReadLeaflet(otc, null));
  if (!isOpen) {
    const account = await findAccount();
    if (!classes.every((otc) => mayReadLeaflet(otc, account))) return refuse(account === null ? 401 : 403);
  }
  const headers = {
    'Content-Type': found.type,
    'Cache-Control': isOpen ? 'public, max-age=31536000, immutable' : 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'",
    ETag: `"${createHash('sha256').update(file).digest('base64url').slice(0, 16)}"`,
  };
  if (request.headers.get('if-none-match')?.includes(headers.ETag))
    return new Response(null, { status: 304, headers });
  try {
    const bytes = await readOwnPicture(found.name, found.part);
    return bytes === null ? refuse(404) : new Response(bytes, { headers });
  } catch (error) {
    log().error({ err: error, picture: file }, 'a picture could not be read from the store of files');
    return refuse(503);
  }
}

function refuse(status: 401 | 403 | 404 | 503): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'private, no-store' } });
}
