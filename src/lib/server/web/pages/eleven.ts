import type { APIRoute } from 'astro';
import { getDb } from '../../db/client.ts';
import { getElevenAddress } from '../../site/site-config.ts';

/** Leaves the shop for the configured address (rules 12, eleven_index). */
export const leaveForEleven: APIRoute = async () =>
  new Response(null, {
    status: 302,
    headers: { location: await getElevenAddress({ db: getDb() }), 'cache-control': 'no-store' },
  });
