/** Renders with Astro: our request in, its Response out. Loads in a build only, which contains the pages. */
import { createApp } from 'astro/app/entrypoint';
import { webHeaders } from '#lib/server/core/asked-call.ts';
import type { Asked } from './exchange.ts';

// Pages are compressed and stored whole, so streamed pieces would only be joined again.
const app = createApp({ streaming: false });

function requestOf({ method, url, headers, address: clientAddress, body }: Asked): Request {
  const init: RequestInit = { method, headers: webHeaders(headers, clientAddress) };
  // Node takes any async iterable; the types are the browser's and do not say so.
  if (body !== undefined) Object.assign(init, { body, duplex: 'half' });
  return new Request(`http://${headers.host ?? 'localhost'}${url}`, init);
}

/** Astro's response for every path; unknown paths get the 404 page. */
export async function render(asked: Asked): Promise<Response> {
  const request = requestOf(asked);
  // A prerendered page that the static files before us did not have does not exist.
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
