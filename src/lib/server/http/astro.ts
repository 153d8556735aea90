/** Astro renders: a request of ours in, its Response out. Loads in a build only, which brings the pages with it. */
import { createApp } from 'astro/app/entrypoint';
import { webHeaders } from '#lib/server/requests/asked-call.ts';
import type { Asked } from './exchange.ts';

// Pages are compressed and stored whole: pieces of one would only be put together again.
const app = createApp({ streaming: false });

function requestOf({ method, url, headers, address: clientAddress, body }: Asked): Request {
  const init: RequestInit = { method, headers: webHeaders(headers, clientAddress) };
  // Node takes any async iterable; the types, which are the browser's, do not say so.
  if (body !== undefined) Object.assign(init, { body, duplex: 'half' });
  return new Request(`http://${headers.host ?? 'localhost'}${url}`, init);
}

/** Astro's answer to every path, to unknown ones with the 404 page. */
export async function render(asked: Asked): Promise<Response> {
  const request = requestOf(asked);
  // A prerendered page that the files before us did not have is none.
  const routeData = app.match(request);
  const { id: requestId, address: clientAddress } = asked;
  const expectBody: App.Locals['expectBody'] = (expected) => asked.body?.expect?.(expected);
  return app.render(request, {
    addCookieHeader: true,
    clientAddress,
    locals: { requestId, clientAddress, expectBody },
    ...(routeData && { routeData }),
    // No error page is prerendered.
    prerenderedErrorPageFetch: async () => new Response(null, { status: 404 }),
  });
}
