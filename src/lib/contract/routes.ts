/**
 * The route table (rules 10, rules 9) and the addresses of its pages. A path is here only when its page exists, so a
 * link can only lead to an existing page: links are made by `path()`.
 */
import { isKeyOf, keysOf } from '#lib/rules/terms/keys.ts';
import { deskPages } from './routes/desk.ts';
import type { DeskRoute, Route } from './routes/route.ts';
import { shopPages } from './routes/shop.ts';
import { userPages } from './routes/user.ts';

// Pure, like the patterns: scripts that only build addresses do not include the table.
export const routes = /* @__PURE__ */ (() => ({ ...shopPages, ...userPages, ...deskPages }))();

export type RoutePath = keyof typeof routes;

const patterns = /* @__PURE__ */ keysOf(routes);

type ParamsOf<P extends string> = P extends `${string}[${infer Name}]${infer Rest}`
  ? { [K in Name | keyof ParamsOf<Rest>]: string | number }
  : // biome-ignore lint/complexity/noBannedTypes: no parameters
    {};

type Query = Record<string, string | number | undefined>;

/**
 * The address of a page: `path('/list/info/[id]', { id: 7 })`. Values are escaped; empty query values are left out.
 */
export function path<P extends RoutePath>(
  pattern: P,
  ...args: keyof ParamsOf<P> extends never
    ? [params?: undefined, query?: Query]
    : [params: ParamsOf<P>, query?: Query]
): string {
  const [params, query] = args;
  const values: Partial<Record<string, string | number>> = params ?? {};
  const filled = pattern.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(String(values[name])));
  return withQuery(filled, query);
}

/** An address made by `path()` with a query; empty values are left out. */
export function withQuery(address: string, query: Query = {}): string {
  let text = '';
  for (const key of Object.keys(query)) {
    const value = query[key];
    if (value !== undefined && value !== '') text += `${text ? '&' : '?'}${key}=${encode(String(value))}`;
  }
  return address + text;
}

/** Form encoding. A page of items has hundreds of addresses, most of them with numbers, many with the same words. */
function encode(value: string): string {
  if (/^[\w.*-]*$/.test(value)) return value;
  const known = encoded.get(value);
  if (known !== undefined) return known;
  const text = new URLSearchParams([['', value]]).toString().slice(1);
  if (encoded.size === 500) encoded.clear();
  if (value.length < 50) encoded.set(value, text);
  return text;
}
const encoded = new Map<string, string>();

/** The route of an Astro pattern (`/list/info/[id]`), or undefined for anything else. */
export function findRoute(pattern: string): Route | undefined {
  return isKeyOf(routes, pattern) ? routes[pattern] : undefined;
}

/** The pages of the desks, in the order of their navigation. */
export const deskRoutes: readonly (readonly [RoutePath, DeskRoute])[] = /* @__PURE__ */ patterns.flatMap(
  (pattern) => {
    const route = routes[pattern];
    return route.room === 'desk' ? [[pattern, route] as const] : [];
  },
);

/** The page of a desk by its pattern, or undefined for any other. */
export function findDeskRoute(pattern: string): DeskRoute | undefined {
  return deskRoutes.find(([known]) => known === pattern)?.[1];
}

/** The pattern of the page of a same-site address, or undefined; for addresses that come as data. */
export function findPattern(url: string): RoutePath | undefined {
  if (!url.startsWith('/') || url.startsWith('//')) return undefined;
  const segments = (url.split(/[?#]/, 1)[0] ?? '').split('/').filter(Boolean);
  return patterns.find((pattern) => {
    const wanted = pattern.split('/').filter(Boolean);
    return (
      wanted.length === segments.length &&
      wanted.every((part, at) => part.startsWith('[') || part === segments[at])
    );
  });
}

/**
 * The address after logging in: `next` when it is an address of this site and not the login page, else home. Anything
 * that a browser would read as another site (`//x`, `/\\x`, `/.//x`, `https:`) is refused.
 */
export function safeNext(next: string | null | undefined): string {
  const home = path('/');
  if (!next?.startsWith('/') || !URL.canParse(next, 'http://site.invalid')) return home;
  const { origin, pathname, search, hash } = new URL(next, 'http://site.invalid');
  if (origin !== 'http://site.invalid' || pathname.startsWith('//') || pathname === path('/login'))
    return home;
  return pathname + search + hash;
}

/** The address after logging in at a desk: `next` when it is a desk page other than the login, else the first. */
export function deskNext(next: string | null | undefined): string {
  const wanted = safeNext(next);
  const pattern = findPattern(wanted) ?? '';
  const route = findDeskRoute(pattern);
  return route === undefined || route.who === 'outside' ? path('/desk') : wanted;
}

/** `subject · route title · site title`. */
export function pageTitle(route: Pick<Route, 'title'>, site: string, subject?: string): string {
  return [subject, route.title, site].filter(Boolean).join(' · ');
}
