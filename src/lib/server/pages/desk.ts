/** How a page of a desk is opened: for staff only, by its row of the route table. */
import type { APIContext } from 'astro';
import { type DeskRoute, deskNext, path } from '#lib/contract/routes.ts';
import { nextSetUp } from '#lib/rules/companies/staff.ts';
import { mayOpenDesk } from '../calls/guard.ts';

/**
 * Answers a page of a desk. Staff who may get it; who has not set up password and authenticator goes there first. Who is
 * nobody goes to the desks' login; to a buyer the page is not there, and staff who may not read what they lack.
 */
export async function answerDesk(
  context: Pick<APIContext, 'locals' | 'url' | 'redirect' | 'rewrite'>,
  route: DeskRoute,
  next: () => Promise<Response>,
): Promise<Response> {
  return isolated(await answer(context, route, next));
}

async function answer(
  { locals, url, redirect, rewrite }: Pick<APIContext, 'locals' | 'url' | 'redirect' | 'rewrite'>,
  route: DeskRoute,
  next: () => Promise<Response>,
): Promise<Response> {
  const staff = await locals.staff();
  if (route.who === 'outside')
    return staff === null ? next() : redirect(deskNext(url.searchParams.get('next')), 303);
  if (staff === null) {
    if ((await locals.account()) !== null) return rewrite(path('/404'));
    return redirect(path('/desk/login', undefined, { next: url.pathname + url.search }), 303);
  }
  if (!mayOpenDesk(route, staff)) {
    locals.denied = route;
    return rewrite(path('/desk/denied'));
  }
  const isOpen = route.whileSettingUp === true || nextSetUp(staff) === null;
  return isOpen ? next() : redirect(path('/desk/account'), 303);
}

/** Kept by nobody, found by nobody. */
function isolated(response: Response): Response {
  response.headers.set('cache-control', 'no-store');
  response.headers.set('x-robots-tag', 'noindex');
  return response;
}
