/** Where the shop is reached: what pages say of themselves to search engines, feeds and whoever shares a link. */
import { type Env, env, StartupError } from './env.ts';

/** What to open in the browser. */
export function shownAddress(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** The site's own address without a slash at its end. The demo's is where it listens. */
export function siteAddress(
  { SITE_URL, HOST, PORT }: Pick<Env, 'SITE_URL' | 'HOST' | 'PORT'> = env(),
): string {
  return SITE_URL === undefined ? shownAddress(HOST, PORT) : new URL(SITE_URL).origin;
}

/** Where this process listens, for callers on the same machine; the counter stands there too. */
export function ownAddress(): string {
  const { HOST, PORT } = env();
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT}`;
}

/**
 * What a real shop's address lacks, in a sentence; null where nothing. Stored pages are the same for everyone, so no
 * request can tell the address, and whoever sends a Host of his own would write it into them.
 */
export function addressFault({ SITE_URL, DEMO }: Pick<Env, 'SITE_URL' | 'DEMO'>): string | null {
  if (DEMO || SITE_URL !== undefined) return null;
  return '请设置 SITE_URL，写对外网址，例如 SITE_URL=https://www.example.com：网页的规范地址、分享卡片、RSS 和站点地图都用它';
}

/** Prerendered pages carry the address that the build was told; `built` is it, undefined of a build that does not say. */
export function demandSameAddress(
  { SITE_URL, DEMO }: Pick<Env, 'SITE_URL' | 'DEMO'>,
  built: string | undefined,
): void {
  if (DEMO || built === undefined || built === SITE_URL) return;
  throw new StartupError(
    `这个构建里写的网址是 ${built || '（没有）'}，而 SITE_URL 是 ${SITE_URL}。请执行 SITE_URL=${SITE_URL} npm run build 重新构建。`,
  );
}
