import type { APIContext } from 'astro';
import { AppError } from '#lib/contract/errors.ts';
import { refuse } from '../calls/endpoint.ts';
import { shopActor } from '../context.ts';
import { getDb } from '../db/client.ts';
import { findPackage } from '../services/receiving/package.ts';
import { inTurn } from '../shares/limits.ts';

/** Answers the receiving package of an order as a ZIP to its company. To all others it is not there. */
export async function answerPackage({ params, locals }: APIContext): Promise<Response> {
  const headers = new Headers({ 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' });
  const { no = '' } = params;
  const missing = () => new Response(null, { status: 404, headers });
  try {
    const actor = shopActor(await locals.account());
    if (actor.kind !== 'buyer') return missing();
    const context = { db: getDb(), now: new Date(), actor, requestId: locals.requestId };
    const found = await inTurn('page', locals.clientAddress, () => findPackage(context, no));
    if (found === null) return missing();
    headers.set('Content-Type', 'application/zip');
    headers.set(
      'Content-Disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(`收货资料-${no}.zip`)}`,
    );
    return new Response(found, { headers });
  } catch (error) {
    if (error instanceof AppError) return refuse(error, locals.requestId, headers);
    throw error;
  }
}
