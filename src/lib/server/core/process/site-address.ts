/** The address of the shop: for search engines, feeds and shared links. */
import { type Env, env, StartupError } from './env.ts';

/** The address to open in the browser. */
export function shownAddress(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** The site's address without a trailing slash. The demo's is its listening address. */
export function siteAddress(
  { SITE_URL, HOST, PORT }: Pick<Env, 'SITE_URL' | 'HOST' | 'PORT'> = env(),
): string {
  return SITE_URL === undefined ? shownAddress(HOST, PORT) : new URL(SITE_URL).origin;
}

/** The listening address of this process, for callers on the same machine, including the demo's counter. */
export function ownAddress(): string {
  const { HOST, PORT } = env();
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT}`;
}

/**
 * A sentence about what a real shop's address lacks; null where it is complete. Stored pages are the same for everyone,
 * so the address cannot come from a request: a forged Host header would be written into them.
 */
export function addressFault({ SITE_URL, DEMO }: Pick<Env, 'SITE_URL' | 'DEMO'>): string | null {
  if (DEMO || SITE_URL !== undefined) return null;
  return '请设置 SITE_URL，写对外网址，例如 SITE_URL=https://www.example.com：网页的规范地址、分享卡片、RSS 和站点地图都用它';
}

/**
 * Prerendered pages carry the address given to the build; `built` is that address, undefined for a build without one.
 */
export function demandSameAddress(
  { SITE_URL, DEMO }: Pick<Env, 'SITE_URL' | 'DEMO'>,
  built: string | undefined,
): void {
  if (DEMO || built === undefined || built === SITE_URL) return;
  throw new StartupError(
    `这个构建里写的网址是 ${built || '（没有）'}，而 SITE_URL 是 ${SITE_URL}。请执行 SITE_URL=${SITE_URL} npm run build 重新构建。`,
  );
}
