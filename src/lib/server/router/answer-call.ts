/** Calls that reach Astro: forms with files, unusual addresses, unknown calls, and all of them while developing. */
import type { APIRoute } from 'astro';
import { AppError, noCall } from '#lib/contract/errors.ts';
import { refuse } from '../core/calls/endpoint.ts';
import { responseOf } from '../core/calls/ready-answer.ts';
import { decodedParts } from '../core/params.ts';
import { answerOf, findPlace } from './router.ts';

/** 404 where no call has the path, 405 where none has the method; HEAD is answered as GET, without a body. */
export const answerCall: APIRoute = async ({ request, url, locals }) => {
  const { pathname } = new URL(request.url);
  const place = findPlace(pathname.replace(/\/$/, ''), decodedParts(pathname));
  if (place === undefined) return refuse(new AppError(404, noCall), locals.requestId);
  const row = place.calls.get(request.method === 'HEAD' ? 'GET' : request.method);
  const answer = row && (await answerOf(row));
  if (answer === undefined) return refuse(new AppError(405), locals.requestId);
  return responseOf(await answer({ request, url, params: place.params, locals }));
};
