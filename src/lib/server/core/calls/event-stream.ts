/** Connects HTTP to a service that answers with an open stream; refusals are envelopes as everywhere. */
import type { APIRoute } from 'astro';
import type { Call } from '#lib/contract/call.ts';
import { getDb } from '../../db/client.ts';
import type { CallContext } from '../context.ts';
import { currentTime } from '../process/clock.ts';
import { withinLimit } from '../rate-limits.ts';
import { refuse } from './endpoint.ts';
import { guardCall } from './guard.ts';

/**
 * Makes a route handler of a call whose service writes its own response. Parameters of path and query are passed on
 * unparsed; opening it counts in the share of the caller, where the call has one.
 */
export function eventStream<W extends 'buyer' | 'anyone' | 'staff'>(
  call: Call<unknown, never, W>,
  service: (context: CallContext<W>, named: Partial<Record<string, string>>) => Promise<Response>,
): APIRoute {
  return async ({ locals, request, params }) => {
    const answerHeaders = new Headers({ 'cache-control': 'no-store' });
    try {
      const actor = await guardCall(call, locals);
      const context: CallContext<W> = {
        db: getDb(),
        now: currentTime(),
        actor,
        requestId: locals.requestId,
        clientAddress: locals.clientAddress,
        headers: request.headers,
        answerHeaders,
      };
      const who = { account: 'account' in actor ? actor.account : null, address: locals.clientAddress };
      return await withinLimit(call, who, () => service(context, { ...queryOf(request), ...params }));
    } catch (error) {
      return refuse(error, locals.requestId);
    }
  };
}

function queryOf({ url }: Request): Partial<Record<string, string>> {
  return Object.fromEntries(new URL(url).searchParams);
}
