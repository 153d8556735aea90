import { path } from '#lib/contract/routes.ts';

/** The login page with the way back here. On the server, where that is unknown: the login page alone. */
export function loginHref(): string {
  if (typeof location === 'undefined') return path('/login');
  return path('/login', undefined, { next: location.pathname + location.search });
}
