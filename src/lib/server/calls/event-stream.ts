/** The way from HTTP to a service that answers with an open stream; refusals are envelopes like everywhere. */
import type { APIRoute } from 'astro';
import type { Call } from '#lib/contract/call.ts';
import type { CallContext } from '../context.ts';
import { getDb } from '../db/client.ts';
import { refuse } from './endpoint.ts';
import { guardCall } from './guard.ts';

/** Makes a route handler of a call for buyers whose service writes its own answer. */
export function eventStream(
  call: Call<unknown, never, 'buyer'>,
  service: (context: CallContext<'buyer'>) => Promise<Response>,
): APIRoute {
  return async ({ locals, request }) => {
    const answerHeaders = new Headers({ 'cache-control': 'no-store' });
    try {
      const actor = await guardCall(call, locals);
      return await service({
        db: getDb(),
        now: new Date(),
        actor,
        requestId: locals.requestId,
        clientAddress: locals.clientAddress,
        headers: request.headers,
        answerHeaders,
      });
    } catch (error) {
      return refuse(error, answerHeaders, locals.requestId);
    }
  };
}
