/** Request id → session → guard by the route table. Pages only; calls are guarded by their endpoint. */

import { defineMiddleware } from 'astro:middleware';
import { randomUUID } from 'node:crypto';
import type { APIContext } from 'astro';
import { AppError, noCall } from '#lib/contract/errors.ts';
import { findMoved } from '#lib/contract/moved-paths.ts';
import { findDeskRoute, findRoute, path } from '#lib/contract/routes.ts';
import { refuse } from '#lib/server/core/calls/endpoint.ts';
import { hasNothingToDo, lackedFor, mayOpen } from '#lib/server/core/calls/guard.ts';
import { decodedParams } from '#lib/server/core/params.ts';
import { withPriority } from '#lib/server/core/process/pace.ts';
import { staffReader } from '#lib/server/core/sessions/desk-session.ts';
import { accountReader, endReader } from '#lib/server/core/sessions/session.ts';
import { offerTrial } from '#lib/server/start/trial.ts';
import { collectShown } from '#lib/server/web/cache/renderings.ts';
import { answerDesk } from '#lib/server/web/pages/desk.ts';

// In a build the start does it.
if (import.meta.env.DEV) offerTrial();

export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, request, url, routePattern, isPrerendered } = context;
  if (isPrerendered) return next();
  // Pages and calls read their parameters from the same object.
  if (request.url.includes('%'))
    Object.assign(context.params, decodedParams(routePattern, new URL(request.url).pathname));
  // The development server knows neither.
  locals.requestId ??= randomUUID();
  locals.clientAddress ??= '0.0.0.0';
  locals.account = accountReader(request);
  locals.staff = staffReader(request.headers);
  locals.whyOut = endReader(request.headers);

  if (/^\/api(\/|$)/.test(url.pathname)) return answerCall(next, routePattern, locals.requestId);

  const route = findRoute(routePattern);
  if (route === undefined || routePattern === '/404') {
    const moved = findMoved(url.pathname);
    if (moved !== undefined) return context.redirect(moved + url.search, 301);
    if (/^\/desk\//.test(url.pathname) && (await locals.staff()) !== null)
      return context.rewrite(path('/desk/missing'));
    // Files that belong to no page (pictures, feeds) answer for themselves. To buyers a desk is not there at all.
    if (route === undefined && routePattern !== '/404') return next();
    const isAsked = /^\/(404|desk)(\/|$)/.test(url.pathname) || !/^(GET|HEAD)$/.test(request.method);
    return isAsked ? next() : context.redirect(unknownAt(url), 302);
  }
  const desk = findDeskRoute(routePattern);
  if (desk !== undefined) return answerDesk(context, desk, next);
  if (route.who === 'all') return answerPublic(context, next);

  const account = await locals.account();
  if ((route.who === 'buyer' || route.who === 'owner') && account === null) {
    return context.redirect(path('/login', undefined, { next: url.pathname + url.search }), 302);
  }
  if (!mayOpen(route, account)) {
    return context.redirect(path('/user', undefined, { need: lackedFor(route, account) }), 302);
  }
  if (hasNothingToDo(route, account)) return context.redirect(path('/user'), 302);
  const response = await next();
  response.headers.set('cache-control', 'no-store');
  return response;
});

const longestFrom = 200;

/** Where an address leads that no route knows (rules 9): the page says which one it was. */
function unknownAt({ pathname, search }: URL): string {
  return path('/404', undefined, { from: (pathname + search).slice(0, longestFrom) });
}

/** A page that may be shared is purged when a goods that it draws changes. */
async function answerPublic({ cache }: APIContext, next: () => Promise<Response>): Promise<Response> {
  const [response, shown] = await withPriority(() => collectShown(next));
  if (cache.options.maxAge !== undefined) cache.set({ tags: [...shown].map((id) => `goods:${id}`) });
  return response;
}

/** Unknown calls and unknown methods answer in JSON like every other call (rules 8). */
async function answerCall(
  next: () => Promise<Response>,
  pattern: string,
  requestId: string,
): Promise<Response> {
  if (!pattern.startsWith('/api/')) return refuse(new AppError(404, noCall), requestId);
  const response = await next();
  const isOurs = response.headers.has('content-type');
  return isOurs || response.status !== 404 ? response : refuse(new AppError(405), requestId);
}
