import type { Browser, BrowserContext } from '@playwright/test';
import { demoPassword, goodsPlain } from '#demo/seed/known.ts';
import type { Bench } from './bench.ts';
import { send } from './client.ts';
import { kb, type Row } from './table.ts';

/** Bytes of scripts on a page, in brotli. */
export const bars = { visitor: 80 * 1024, buyer: 92 * 1024 };

/** Islands of help and news pages are those of the header. */
export const pages = ['/', '/list', `/list/info/${goodsPlain}`, '/search?keywords=amxl', '/help', '/news'];

/** Every script that a browser loads, after the page was scrolled through so that lazy islands have come. */
export async function loadedScripts(context: BrowserContext, address: string): Promise<Map<string, number>> {
  const page = await context.newPage();
  try {
    const answer = await page.goto(address, { waitUntil: 'networkidle' });
    if (answer?.url() !== address) throw new Error(`${address} leads to ${answer?.url()}`);
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += 400) {
        window.scrollTo(0, y);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }
    });
    await page.waitForLoadState('networkidle');
    const loaded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => entry as PerformanceResourceTiming)
        .map(({ name, encodedBodySize }) => ({ name, encodedBodySize })),
    );
    return new Map(
      loaded.filter(({ name }) => /\.m?js(\?|$)/.test(name)).map((one) => [one.name, one.encodedBodySize]),
    );
  } finally {
    await page.close();
  }
}

/** The scripts of a page for a visitor, with their bytes in brotli. */
export async function scriptsOf(
  { browser, origin }: Pick<Bench, 'browser' | 'origin'>,
  path: string,
): Promise<Map<string, number>> {
  const visitor = await newVisitor(await browser());
  try {
    return await loadedScripts(visitor, origin + path);
  } finally {
    await visitor.close();
  }
}

/** JavaScript and HTML in brotli, as they come over the wire. */
export async function pageWeight(bench: Bench): Promise<Row[]> {
  const { origin } = bench;
  const browser = await bench.browser();
  const rows: Row[] = [];
  const visitor = await newVisitor(browser);
  let shell = new Set<string>();
  for (const path of pages) {
    const scripts = await loadedScripts(visitor, origin + path);
    if (path === '/') shell = new Set(scripts.keys());
    rows.push(weightRow(`JavaScript of ${path}, brotli`, scripts, bars.visitor));
    if (path !== '/help' && path !== '/news') continue;
    const own = [...scripts.keys()].filter((name) => !shell.has(name));
    rows.push({
      what: `JavaScript of ${path} beyond the header's`,
      bar: '0',
      measured: own.length === 0 ? '0' : own.map((name) => name.split('/').at(-1)).join(', '),
      isMet: own.length === 0,
    });
  }
  await visitor.close();
  rows.push(...(await buyersWeight(browser, origin)));
  const html = await send(origin, '/list', { headers: { 'accept-encoding': 'br' } });
  if (html.headers['content-encoding'] !== 'br') throw new Error('/list is not compressed');
  const bytes = html.body.byteLength;
  rows.push({
    what: 'HTML of /list, brotli',
    bar: '≤ 25.0 KB',
    measured: kb(bytes),
    isMet: bytes <= 25 * 1024,
  });
  return rows;
}

/** Prices, quantities and the cart come on top for a buyer. */
async function buyersWeight(browser: Browser, origin: string): Promise<Row[]> {
  const buyer = await newVisitor(browser);
  const form = { username: 'demo', password: demoPassword };
  const answer = await buyer.request.post(`${origin}/api/auth/login`, { form, headers: { origin } });
  if (!answer.ok()) throw new Error(`demo cannot log in: ${answer.status()}`);
  const rows: Row[] = [];
  for (const path of pages.slice(0, 3))
    rows.push(
      weightRow(
        `JavaScript of ${path} for a buyer, brotli`,
        await loadedScripts(buyer, origin + path),
        bars.buyer,
      ),
    );
  await buyer.close();
  return rows;
}

function newVisitor(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
}

function weightRow(what: string, scripts: ReadonlyMap<string, number>, bar: number): Row {
  const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0);
  return {
    what,
    bar: `≤ ${kb(bar)}`,
    measured: `${kb(bytes)} in ${scripts.size} files`,
    isMet: bytes <= bar && bytes > 0,
  };
}
