/** The route of playlists and segments of live rooms. */
import type { APIRoute } from 'astro';
import { AppError } from '#lib/contract/errors.ts';
import { currentTime } from '../../core/process/clock.ts';
import { log } from '../../core/process/log.ts';
import { getDb } from '../../db/client.ts';
import { answerLiveFile } from '../../live/picture.ts';

/** Answers a file of a room, or a bare 403, 404 or 503: no person reads it. */
export const liveFile: APIRoute = async ({ params, url, locals }) => {
  const { id = '', file = '' } = params;
  if (!/^[1-9]\d{0,8}$/.test(id)) return bare(404);
  try {
    return await answerLiveFile(getDb(), {
      ...{ roomId: Number(id), file, query: url.searchParams, now: currentTime() },
      ...{ account: locals.account, staff: locals.staff },
    });
  } catch (error) {
    if (error instanceof AppError) return bare(error.code === 403 ? 403 : 404);
    log().error({ err: error, room: Number(id) }, 'a file of a live room could not be answered');
    return bare(503);
  }
};

function bare(status: 403 | 404 | 503): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'private, no-store' } });
}
