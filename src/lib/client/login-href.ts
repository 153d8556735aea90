import { path } from '#lib/contract/routes.ts';

/** The login page, which leads back here. On the server, where nobody knows the way back: the login page alone. */
export function loginHref(): string {
  if (typeof location === 'undefined') return path('/login');
  return path('/login', undefined, { next: location.pathname + location.search });
}
