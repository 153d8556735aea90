/** Opens a desk page: for staff only, according to its row of the route table. */
import type { APIContext } from 'astro';
import type { DeskRoute } from '#lib/contract/routes/route.ts';
import { deskNext, path } from '#lib/contract/routes.ts';
import { nextSetUp } from '#lib/rules/companies/staff.ts';
import { mayOpenDesk } from '../../core/calls/guard.ts';

/**
 * Answers with a desk page for staff who may see it; staff without a password and authenticator of their own go there
 * first. Visitors are sent to the desks' login; for a buyer the page does not exist, and staff without permission read
 * which one they lack.
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

/** Neither cached nor indexed. */
function isolated(response: Response): Response {
  response.headers.set('cache-control', 'no-store');
  response.headers.set('x-robots-tag', 'noindex');
  return response;
}
