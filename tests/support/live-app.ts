/** A process with the calls and playlists of live rooms alone. */
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Stands in for the built app: visitors, by the routes of the table. */
export const liveApp = `
import { text } from 'node:stream/consumers';
import { api } from '${root}/src/lib/contract/api.ts';
import { getDb } from '${root}/src/lib/server/db/client.ts';
import { answerLiveFile } from '${root}/src/lib/server/live/picture.ts';
import { callHandler } from '${root}/tests/support/request.ts';
import { routeOf } from '${root}/tests/support/routes.ts';
const routes = { timeline: routeOf(api.liveTimeline), beat: routeOf(api.beatLive) };
const nobody = async () => null;
export async function render({ url, method, body }) {
  const asked = new URL(url, 'http://shop.test');
  const [, first, second, third, fourth] = asked.pathname.split('/');
  if (first === 'live')
    return answerLiveFile(getDb(), { roomId: Number(second), file: third, query: asked.searchParams, now: new Date(), account: nobody, staff: nobody });
  const route = routes[fourth];
  if (route === undefined) return new Response('well');
  return callHandler(route, {
    method,
    path: asked.pathname + asked.search,
    params: { id: third },
    ...(method === 'POST' && { body: await text(body), type: 'application/json' }),
  });
}
`;
