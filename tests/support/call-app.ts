/** Routes of calls as the last step of a server: what Astro makes of a request, without Astro. */
import type { APIContext } from 'astro';
import { webHeaders } from '#lib/server/core/asked-call.ts';
import { responseOf } from '#lib/server/core/calls/ready-answer.ts';
import type { Exchange, Step } from '#lib/server/web/exchange.ts';
import { answerOf } from '#lib/server/web/response.ts';
import { type Handler, readersOf } from './request.ts';

export interface FoundCall {
  route: Handler;
  params?: Record<string, string>;
  /** Who asks, where it is nobody that has logged in. */
  locals?: Partial<App.Locals>;
}

/** The routes by their paths, as a step. */
export function callApp(find: (exchange: Exchange) => FoundCall): Step {
  return async (exchange) => {
    const { headers: sent, body, path = '', id, address, method } = exchange;
    const headers = webHeaders({ ...sent, host: 'shop.test' }, address);
    const init = { method, headers, body, duplex: 'half' };
    const url = new URL(path, 'http://shop.test');
    const { route, params = {}, locals } = find(exchange);
    const context = {
      request: new Request(url, init as unknown as RequestInit),
      url,
      params,
      locals: {
        requestId: id,
        clientAddress: address,
        expectBody: (expected) => body?.expect?.(expected),
        ...readersOf(headers, method),
        ...locals,
      } satisfies App.Locals,
    };
    const answer = await route(context as unknown as APIContext);
    return answerOf(answer instanceof Response ? answer : responseOf(answer));
  };
}
