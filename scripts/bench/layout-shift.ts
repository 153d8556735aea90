import type { BrowserContext } from '@playwright/test';
import { demoPassword, goodsPlain } from '#demo/seed/known.ts';
import type { Route } from '#lib/contract/routes/route.ts';
import { routes } from '#lib/contract/routes.ts';
import type { Bench } from './bench.ts';
import type { Row } from './table.ts';

declare global {
  interface Window {
    benchShift: number;
  }
}

const bar = 0.02;
const sizes = { '1440 px': { width: 1440, height: 900 }, '390 px': { width: 390, height: 844 } };

/** Public pages that need no id, and one detail page. */
function publicPages(): string[] {
  const open = (Object.entries(routes) as [string, Route][])
    .filter(([pattern, { who }]) => who === 'all' && !pattern.includes('['))
    .map(([pattern]) => pattern);
  return [...open, `/list/info/${goodsPlain}`];
}

/** Sums what moves without the visitor's doing, from the first paint on until the page was scrolled through. */
async function shiftOf(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  try {
    const answer = await page.goto(address, { waitUntil: 'networkidle' });
    if (answer?.url() !== address) throw new Error(`${address} leads to ${answer?.url()}`);
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += 300) {
        window.scrollTo(0, y);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }
    });
    await page.waitForLoadState('networkidle');
    return await page.evaluate(() => window.benchShift);
  } finally {
    await page.close();
  }
}

function observe(): void {
  window.benchShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput) window.benchShift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The worst public page at each width, for a visitor and for a buyer whose prices come in. */
export async function layoutShift(bench: Bench): Promise<Row[]> {
  const { origin, isQuick } = bench;
  const browser = await bench.browser();
  const rows: Row[] = [];
  const paths = isQuick ? ['/', '/list', `/list/info/${goodsPlain}`] : publicPages();
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const who of ['visitor', 'buyer']) {
      const context = await browser.newContext({ viewport, baseURL: origin });
      await context.addInitScript(observe);
      if (who === 'buyer') {
        const form = { username: 'demo', password: demoPassword };
        await context.request.post('/api/auth/login', { form });
      }
      let worst = { path: '', shift: 0 };
      for (const path of paths) {
        const shift = await shiftOf(context, origin + path);
        if (shift >= worst.shift) worst = { path, shift };
      }
      await context.close();
      rows.push({
        what: `layout shift, ${size}, ${who}, worst of ${paths.length} public pages`,
        bar: `≤ ${bar}`,
        measured: `${worst.shift.toFixed(4)} (${worst.path})`,
        isMet: worst.shift <= bar,
      });
    }
  }
  return rows;
}
