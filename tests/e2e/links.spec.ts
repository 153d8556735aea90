/** Every address of the site that a page or the sitemap names leads somewhere, and every control does something. */
import type { Page } from '@playwright/test';
import { findPattern, findRoute } from '#lib/contract/routes.ts';
import { expect, test } from '#tests/support/e2e.ts';

/** Pages of one kind that are read: goods and filters are thousands of the same make. */
const perKind = 2;
const perList = 1;
const atOnce = 8;

interface Seen {
  status: number;
  /** Where it ended after redirects. */
  end: string;
  links: string[];
  /** Links and buttons that can do nothing. */
  dead: string[];
}

/** Reads addresses inside the browser, which also takes them apart. */
function read(page: Page, addresses: readonly string[]): Promise<Seen[]> {
  return page.evaluate(async (list) => {
    /** A button acts by its form, its popover, or a script that knows it by its attributes; islands bring their own. */
    const acts = (button: Element) =>
      button.closest('astro-island, form') !== null ||
      ['popovertarget', 'aria-controls', 'commandfor'].some((name) => button.hasAttribute(name)) ||
      [...button.attributes].some(({ name }) => name.startsWith('data-')) ||
      (button as HTMLButtonElement).disabled;
    const readOne = async (address: string) => {
      const answer = await fetch(address);
      const seen = { status: answer.status, end: answer.url, links: [] as string[], dead: [] as string[] };
      const text = await answer.text();
      if (!answer.headers.get('content-type')?.startsWith('text/html')) return seen;
      const html = new DOMParser().parseFromString(text, 'text/html');
      const sendNotice = (element: Element) => seen.dead.push(element.outerHTML.slice(0, 160));
      for (const link of html.querySelectorAll('a, area')) {
        const href = link.getAttribute('href');
        // Without an address it is a label (the current page), which must not look like a control.
        if (href === null) {
          if (link.getAttribute('role') !== 'link' && !link.hasAttribute('aria-disabled')) sendNotice(link);
        } else if (href.startsWith('#')) {
          if (href === '#' || !html.getElementById(decodeURIComponent(href.slice(1)))) sendNotice(link);
        } else if (href.trim() === '' || /^javascript:/i.test(href)) sendNotice(link);
        else if (href.startsWith('/') && !href.startsWith('//')) seen.links.push(href.split('#')[0]!);
        else if (!/^(https?:|tel:|mailto:)/.test(href)) sendNotice(link);
      }
      for (const form of html.querySelectorAll('form[action]')) seen.links.push(form.getAttribute('action')!);
      for (const button of html.querySelectorAll('button')) if (!acts(button)) sendNotice(button);
      for (const button of html.querySelectorAll('[popovertarget], [aria-controls]')) {
        const id = button.getAttribute('popovertarget') ?? button.getAttribute('aria-controls')!;
        if (button.closest('astro-island') === null && !html.getElementById(id)) sendNotice(button);
      }
      return seen;
    };
    return Promise.all(list.map(readOne));
  }, addresses);
}

/** What an address is one of: its page or folder, and the names of its parameters. */
function kindOf(address: string): string {
  const [path = '', query = ''] = address.split('?');
  const names = [...new URLSearchParams(query).keys()].sort().join();
  return `${findPattern(path) ?? path.replace(/[^/]*$/, '')}?${names}`;
}

/** Follows every link from where it starts; answers what is wrong, a line each. */
async function crawl(
  page: Page,
  start: readonly string[],
  isFollowed: (address: string) => boolean = () => true,
): Promise<{ read: number; wrong: string[] }> {
  const counts = new Map<string, number>();
  const from = new Map<string, string>();
  const queue: string[] = [];
  const wrong: string[] = [];
  const add = (address: string, source: string) => {
    if (from.has(address) || address.startsWith('/api/') || !isFollowed(address)) return;
    // Filters upon filters have no end: those of each page by itself are read.
    if (address.includes('?') && source.includes('?')) return;
    const kind = kindOf(address);
    const count = counts.get(kind) ?? 0;
    if (count >= (address.includes('?') ? perList : perKind)) return;
    counts.set(kind, count + 1);
    from.set(address, source);
    queue.push(address);
  };
  for (const address of start) add(address, 'the sitemap');
  let done = 0;
  while (queue.length > 0) {
    const part = queue.splice(0, atOnce);
    done += part.length;
    for (const [at, { status, end, links, dead }] of (await read(page, part)).entries()) {
      const address = part[at]!;
      if (status >= 400 || new URL(end).pathname === '/404')
        wrong.push(`${address} (${status}), a link of ${from.get(address)}`);
      for (const markup of dead) wrong.push(`on ${address}: ${markup}`);
      for (const link of links) add(link, address);
    }
  }
  return { read: done, wrong: [...new Set(wrong)] };
}

/** Pages that only a buyer sees; the others are the same for everyone. */
function isPrivate(address: string): boolean {
  const pattern = findPattern(address);
  const who = pattern === undefined ? undefined : findRoute(pattern)?.who;
  return who === 'buyer' || who === 'owner';
}

/** The paths that a sitemap names. */
async function listed(page: Page, path: string): Promise<string[]> {
  const answer = await page.request.get(path);
  expect(answer.status(), path).toBe(200);
  expect(answer.headers()['content-type']).toBe('application/xml; charset=utf-8');
  return [...(await answer.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => {
    const { pathname, search } = new URL(address.replaceAll('&amp;', '&'));
    return pathname + search;
  });
}

test('a visitor finds no dead link and no dead control, from the sitemap on', async ({ page }) => {
  test.setTimeout(480_000);
  const parts = await listed(page, '/sitemap.xml');
  expect(parts).toEqual(['/sitemap/pages.xml', '/sitemap/goods-1.xml']);
  const [pages = [], goods = []] = await Promise.all(parts.map((part) => listed(page, part)));
  expect(goods.length).toBeGreaterThan(1000);
  expect(goods.every((address) => /^\/list\/info\/\d+$/.test(address))).toBe(true);
  for (const address of ['/', '/list', '/help', '/news', '/zyyp', '/shop', '/list?category_id=1'])
    expect(pages).toContain(address);
  await page.goto('/news');
  const { read: count, wrong } = await crawl(page, [...pages, ...goods.slice(0, 5)]);
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(80);
});

test('a buyer finds none in the user centre', async ({ page, logIn }) => {
  test.setTimeout(240_000);
  await logIn('demo');
  await page.goto('/news');
  const { read: count, wrong } = await crawl(page, ['/user', '/cart', '/order'], isPrivate);
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(8);
});
